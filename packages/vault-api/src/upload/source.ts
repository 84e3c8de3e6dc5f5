import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { SourceChanged } from '../errors.ts'
import type { StreamedBody } from '../transport/send-once.ts'

/** Bytes that can be read again from their start, because an upload may have to be repeated. */
export interface UploadSource {
  readonly size: number
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly hash: string
  open(): Readable
}

const files = new WeakMap<UploadSource, string>()

/** Reads a file once for its size and hash; nothing of it is kept. */
export async function fileSource(
  path: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<UploadSource> {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of readFrugally(path, { signal })) {
    digest.update(chunk)
    size += chunk.length
  }
  const source = { size, hash: digest.digest('hex'), open: () => createReadStream(path) }
  files.set(source, path)
  return source
}

/** Bytes, or a text in UTF-8, that are in memory already. */
export function bytesSource(content: Uint8Array | string): UploadSource {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    size: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex'),
    open: () => Readable.from([bytes], { objectMode: false }),
  }
}

/** Streams a source, but its last bytes only if size and hash are right, so that a host stores no changed file. */
export function checkedBody(
  source: UploadSource,
  { path, onBytes }: { path: string; onBytes: (sent: number) => void },
): StreamedBody {
  let fault: Error | null = null
  const broken = (what: string) => {
    fault ??= new SourceChanged(`${JSON.stringify(path)} ${what}.`, { sent: true })
    return fault
  }
  const changed = () => broken('changed while it was being uploaded')

  // Only what the source itself says is its fault; a request that is given up ends it as well.
  const unreadable = (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    broken(`could no longer be read${code}`)
  }

  async function* checked() {
    const file = files.get(source)
    const input: AsyncIterable<Buffer> =
      file === undefined
        ? source.open().once('error', unreadable)
        : readFrugally(file, { onError: unreadable })
    const digest = createHash('sha256')
    let read = 0
    let held: Buffer | null = null
    for await (const chunk of input) {
      if (held !== null) yield held
      onBytes(read)
      read += chunk.length
      if (read > source.size) throw changed()
      digest.update(chunk)
      held = chunk
    }
    if (read !== source.size || digest.digest('hex') !== source.hash) throw changed()
    if (held !== null) yield held
    onBytes(read)
  }

  const stream = Readable.from(checked(), { objectMode: false, highWaterMark: 64 * 1024 })
  return { stream, fault: () => fault }
}

const bufferSize = 64 * 1024
const buffers = 32

/**
 * Reads a file into reused buffers, because garbage would be most of the memory of an upload. A chunk is valid until 31
 * more have been read, and between file and socket there are at most six.
 */
async function* readFrugally(
  path: string,
  { onError, signal }: { onError?: (error: unknown) => void; signal?: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  const refuse = (error: unknown) => {
    onError?.(error)
    throw error
  }
  await using handle = await open(path).catch(refuse)
  const ring: Buffer[] = []
  for (let turn = 0; ; turn += 1) {
    signal?.throwIfAborted()
    const buffer = (ring[turn % buffers] ??= Buffer.allocUnsafeSlow(bufferSize))
    const { bytesRead } = await handle.read(buffer, 0, bufferSize).catch(refuse)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
