import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { readFileFrugally } from './read-file.ts'

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
  for await (const chunk of readFileFrugally(path, { signal })) {
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

/** The bytes of a source; `onError` gets the error if the source fails. */
export function readSource(
  source: UploadSource,
  onError: (error: unknown) => void,
): AsyncIterable<Buffer> {
  const path = files.get(source)
  return path === undefined
    ? source.open().once('error', onError)
    : readFileFrugally(path, { onError })
}
