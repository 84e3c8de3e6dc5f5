import type { Permission } from '@night-routine/calendar'
import type { SignInIntent } from '@night-routine/database/people'
import type { Wording } from '@night-routine/wording'

/** What is missing, and the way back to the same consent page. */
export function oneMoreStepView({
  missing,
  intent,
  wording: { say },
}: {
  missing: readonly Permission[]
  intent: SignInIntent
  wording: Wording
}) {
  const purposes = missing.map(permission => say(`signIn.purpose.${permission}`))
  const isUsual = intent === 'sign-in' || intent === 'connect'
  return {
    title: say('signIn.oneMoreStep'),
    status: 400,
    text: say('signIn.missingPermissions', { purposes }),
    again: isUsual ? '/auth' : `/auth?intent=${intent}`,
  }
}
