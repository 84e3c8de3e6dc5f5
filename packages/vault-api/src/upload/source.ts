import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

/** Bytes that can be read again from their start, because an upload may have to be repeated. */
export interface UploadSource {
  readonly size: number
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly hash: string
  open(): Readable
}

/** Reads a file once for its size and hash; nothing of it is kept. */
export async function fileSource(
  path: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<UploadSource> {
  const digest = createHash('sha256')
  let size = 0
  const stream = createReadStream(path, signal === undefined ? {} : { signal })
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    digest.update(chunk)
    size += chunk.length
  }
  return { size, hash: digest.digest('hex'), open: () => createReadStream(path) }
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
