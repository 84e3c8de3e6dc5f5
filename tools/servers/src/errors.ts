/** A private server could not be started or stopped; the message is one sentence for a person. */
export class ServerError extends Error {
  override name = 'ServerError'
}
