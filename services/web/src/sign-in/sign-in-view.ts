import type { ParentId } from '@night-routine/database'
import type { Message, Wording } from '@night-routine/wording'
import type { PasskeyButton, PasskeyQuestion } from './passkey-button.ts'

/** What a person does on the page of a sign-in. */
export type SignInForm =
  | { kind: 'sign-in' }
  /** Accepts an invitation; `name`: the parent that the person will be. */
  | { kind: 'join'; parent: ParentId }
  /** No one has an account yet. */
  | { kind: 'first' }

/** The page of our own provider that asks who somebody is. */
export interface SignInView {
  title: string
  what: string | null
  /** Why nothing happened. */
  fault: string | null
  /** The address of the page. */
  path: string
  /** Where the form is sent. */
  action: string
  /** Whether it makes an account. */
  isNew: boolean
  /** Whether it asks for the set-up code. */
  asksCode: boolean
  setUpCode: string
  email: string
  /** The fewest characters of a new password. */
  shortest: number
  submit: string
  passkey: PasskeyButton
  /** Another form of this page. */
  other: { href: string; text: string } | null
  /** What helps without the password. */
  forgotten: string
  /** Whether that is a mail, for which another page asks. */
  hasMail: boolean
}

/** @param path of the page itself */
export function signInView({
  path,
  form,
  invited,
  shortest,
  names,
  told = null,
  fault = null,
  entered,
  hasMail,
  passkey,
  wording: { say, tell },
}: {
  path: string
  form: SignInForm
  /** Whether the browser brought an invitation, also where the person has an account already. */
  invited: boolean
  shortest: number
  names: Record<ParentId, string>
  /** What happened before. */
  told?: string | null
  fault?: Message | null
  /** What was entered before the fault. */
  entered: { email: string; setUpCode?: string }
  hasMail: boolean
  /** The question for a passkey. */
  passkey: PasskeyQuestion
  wording: Wording
}): SignInView {
  const isNew = form.kind !== 'sign-in'
  const other =
    form.kind === 'join'
      ? { href: `${path}?form=sign-in`, text: say('identity.haveOne') }
      : form.kind === 'sign-in' && invited
        ? { href: path, text: say('identity.makeOne') }
        : null
  return {
    title:
      form.kind === 'join'
        ? say('identity.joinTitle', { name: names[form.parent] })
        : say(form.kind === 'first' ? 'identity.firstTitle' : 'signIn.title'),
    what: form.kind === 'first' ? say('identity.firstWhat') : told,
    fault: fault && tell(fault),
    path,
    action: `${path}/${form.kind}`,
    isNew,
    asksCode: form.kind === 'first',
    setUpCode: entered.setUpCode ?? '',
    email: entered.email,
    shortest,
    submit: say(isNew ? 'identity.make' : 'identity.signIn'),
    passkey: {
      questions: [passkey],
      text: say(isNew ? 'identity.makeWithPasskey' : 'identity.signInWithPasskey'),
      isQuiet: !isNew,
    },
    other,
    forgotten: say(hasMail ? 'identity.forgottenMail' : 'identity.forgotten'),
    hasMail,
  }
}
