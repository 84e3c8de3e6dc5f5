/** The settings of the queue's server let it lose jobs; the message names the setting and the fix. */
export class UnfitBackendError extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'UnfitBackendError'
  }
}
