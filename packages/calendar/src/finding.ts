/** The result of one check of the doctor: ok, worth knowing, or broken. */
export interface Finding {
  state: 'ok' | 'notice' | 'fault'
  /** The finding, in one sentence. */
  words: string
  /** What to do about it. */
  cure?: string
}
