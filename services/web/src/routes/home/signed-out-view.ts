import type { Wording } from '@night-routine/wording'

/** The page for everybody who is not signed in; it knows nothing of the household. */
export interface SignedOutView {
  title: string
  anybodyMayEnter: boolean
}

export function signedOutView(
  anybodyMayEnter: boolean,
  { say }: Pick<Wording, 'say'>,
): SignedOutView {
  return { title: say('signIn.title'), anybodyMayEnter }
}
