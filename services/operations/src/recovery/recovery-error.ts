/** A backup or a restore that did not happen; the message says why, and what to do, to a person. */
export class RecoveryError extends Error {
  override name = 'RecoveryError'
}
