import type { Wording } from '@night-routine/wording'

/** The page for visitors who are not signed in; it shows no household data. */
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
