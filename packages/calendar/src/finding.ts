/** The result of one check of the doctor: ok, worth knowing, or broken. */
export interface Finding {
  state: 'ok' | 'notice' | 'problem'
  /** The finding, in one sentence. */
  text: string
  /** What to do about it. */
  fix?: string
}
