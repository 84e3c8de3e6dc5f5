/** A refused backup or restore; the message tells the operator why, and what to do. */
export class RecoveryError extends Error {
  override name = 'RecoveryError'
}
