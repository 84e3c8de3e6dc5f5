/** A private server could not be started or stopped. The message is a sentence for a person. */
export class ServerError extends Error {
  override name = 'ServerError'
}
