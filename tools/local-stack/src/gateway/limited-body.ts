import { Transform, type Readable } from 'node:stream'

/** The body exceeds its limit. */
class TooLargeError extends Error {}

/** The same body, which fails with a TooLargeError above the limit. */
export function limitedBody(body: Readable, mostBytes: number): Readable {
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > mostBytes ? new TooLargeError() : null, chunk)
    },
  })
  // Reads and discards the rest, because a client that is still sending does not read the response.
  limit.on('error', () => body.resume())
  body.on('error', error => limit.destroy(error))
  return body.pipe(limit)
}

/** Whether it is a TooLargeError, or one led to it. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof TooLargeError) return true
  return error instanceof Error && error.cause !== undefined && isTooLarge(error.cause)
}
