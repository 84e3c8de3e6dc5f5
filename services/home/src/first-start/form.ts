import {
  seal,
  unreadable,
  unsealIfKeyed,
  type AssociatedData,
  type TokenKeys,
} from '@night-routine/database/connection'
import type { Environment } from '@night-routine/service'
import { message, type Message } from '@night-routine/wording'
import {
  belongs,
  effectiveSettings,
  enteredNames,
  isEnteredName,
  isInEnvironment,
  secrets,
  type Entered,
  type EnteredName,
} from './settings.ts'

/** The fields of the form, as the browser sent them. */
export type Form = Entered & { no_mail?: string; typed?: string }

const typedPlace: AssociatedData = 'first_start.form.typed'

/** The secrets of a form that was refused, sealed, so that no one has to type them again. */
export function sealTyped(keys: TokenKeys, form: Form): string {
  const typed = Object.entries(form).filter(([name]) => isEnteredName(name) && secrets.has(name))
  return seal(keys, typedPlace, JSON.stringify(Object.fromEntries(typed)))
}

/** The form with the secrets that were typed before a refusal. */
export function withTyped(keys: TokenKeys, form: Form): Form {
  const opened = unsealIfKeyed(keys, typedPlace, form.typed ?? '')
  if (opened === unreadable) return form
  const typed: Entered = JSON.parse(opened)
  const again = { ...form }
  for (const secret of secrets.keys())
    if (!form[secret] && typed[secret]) again[secret] = typed[secret]
  return again
}

/**
 * What a form would store, and the faults that the settings themselves cannot show. An empty secret is the stored one, as
 * long as it goes to the same place. What the environment sets stays as it is stored, and what does not belong to the
 * choices is dropped.
 */
export function readForm(form: Form, { env, stored }: { env: Environment; stored: Entered }) {
  const entered: Entered = {}
  const faults = new Map<EnteredName, Message>()
  const before = effectiveSettings(env, stored)
  for (const name of enteredNames) {
    const value = isInEnvironment(env, name) ? stored[name] : form[name]?.trim()
    if (value) entered[name] = value
  }
  // Google's calendars belong to people who sign in with Google.
  if (effectiveSettings(env, entered)['CALENDAR'] === 'google' && !isInEnvironment(env, 'SIGN_IN'))
    entered.SIGN_IN = 'google'
  const chosen = effectiveSettings(env, entered)
  for (const name of enteredNames)
    if (!isInEnvironment(env, name) && !belongs(name, chosen)) delete entered[name]

  for (const [secret, whereTo] of secrets) {
    if (entered[secret] || !stored[secret] || !belongs(secret, chosen)) continue
    if (secret === 'SMTP_URL' && form.no_mail === 'yes') continue
    if (whereTo.every(place => chosen[place] === before[place])) entered[secret] = stored[secret]
    else faults.set(secret, message('firstStart.enterAgain'))
  }
  return { entered, faults }
}
