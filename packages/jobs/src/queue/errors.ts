/** The queue's server would lose jobs by its own settings; the message says which and what to do. */
export class UnfitBackendError extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'UnfitBackendError'
  }
}
