/** The page for everybody who is not signed in; it knows nothing of the household. */
export interface SignedOutView {
  title: string
  anybodyMayEnter: boolean
}

export function signedOutView(anybodyMayEnter: boolean): SignedOutView {
  return { title: 'Sign in', anybodyMayEnter }
}
