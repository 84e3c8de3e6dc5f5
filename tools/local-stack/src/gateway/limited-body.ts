import { Transform, type Readable } from 'node:stream'

/** A body is longer than it may be. */
class TooLargeError extends Error {}

/** A body that ends with a TooLargeError where it is longer than it may be. */
export function limitedBody(body: Readable, mostBytes: number): Readable {
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > mostBytes ? new TooLargeError() : null, chunk)
    },
  })
  // What is left is read and thrown away: a client that is still sending does not hear the answer.
  limit.on('error', () => body.resume())
  body.on('error', error => limit.destroy(error))
  return body.pipe(limit)
}

/** Whether it is a TooLargeError, or one led to it. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof TooLargeError) return true
  return error instanceof Error && error.cause !== undefined && isTooLarge(error.cause)
}
