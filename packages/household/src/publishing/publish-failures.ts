/** Why publishing may fail; the message of each is `publishFailure.<reason>`. */
export const publishFailureReasons = [
  'not-set-up',
  'away',
  'wrong-password',
  'second-factor',
  'full',
  'site-gone',
  'slug-taken',
  'host-not-allowed',
  'password-refused',
  'password-lost',
  'changed-meanwhile',
  'refused',
] as const

export type PublishFailureReason = (typeof publishFailureReasons)[number]
