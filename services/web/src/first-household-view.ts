import { passwordLengths } from '@night-routine/credentials'
import type { TokenKeys } from '@night-routine/database/connection'
import type { FieldError } from '@night-routine/household'
import { isTimeZone } from '@night-routine/service'
import type { Wording } from '@night-routine/wording'
import { timeZoneField } from './household/calendars/set-up-view.ts'
import { fieldView } from './plugins/fields.ts'
import { passkeyProblemAt } from './plugins/passkey-problem.ts'
import { askToMake } from './sign-in/passkey-button.ts'
import { creationOptions, longestAnswer, type Challenge } from './sign-in/passkeys.ts'

const text = { type: 'string', maxLength: 1024 } as const

/** The fields of the page that starts a household, as JSON Schema. */
export const firstHouseholdFields = {
  parent_a: text,
  parent_b: text,
  time_zone: text,
  email: text,
  password: { type: 'string', maxLength: 4096 },
  passkey: { type: 'string', maxLength: longestAnswer },
  /** The id of the account that is made, to which a passkey is bound. */
  account: { type: 'string', format: 'uuid' },
} as const

export type FirstHouseholdForm = Partial<Record<keyof typeof firstHouseholdFields, string>>

/** What the device of the first person signs. */
export const toStart = (account: string): Challenge => ({ purpose: 'make account', ids: [account] })

/** What the page asks of the first parent. `publicUrl` is undefined as long as the address isn't known. */
export function firstHouseholdView(
  form: FirstHouseholdForm,
  facts: {
    keys: TokenKeys
    publicUrl: string | undefined
    timeZone: string
    faults: readonly FieldError[]
    wording: Wording
  },
) {
  const { keys, publicUrl, timeZone, faults, wording } = facts
  const { say } = wording
  const { account = crypto.randomUUID(), email = '', time_zone: zone = timeZone } = form
  const nameField = (id: 'parent_a' | 'parent_b', label: string) =>
    fieldView(id, { label, isRequired: true, most: 100 }, { value: form[id] ?? '', faults })
  const hasPasskeys = publicUrl === undefined || passkeyProblemAt(publicUrl) === null
  const known = publicUrl === undefined ? { keys } : { keys, publicUrl }
  return {
    account,
    names: [
      nameField('parent_a', say('setUp.yourName')),
      nameField('parent_b', say('setUp.otherName')),
    ],
    timeZone: timeZoneField(zone, {
      from: isTimeZone(zone) ? 'household' : 'browser',
      faults,
      wording,
    }),
    credentials: {
      isNew: true,
      email,
      shortest: passwordLengths.shortest,
      fault: faults.some(({ field }) => field === 'email' || field === 'password'),
      passkey: hasPasskeys && {
        questions: [askToMake(creationOptions(known, toStart(account), { id: account, email }))],
        text: say('firstStart.startWithPasskey'),
        isQuiet: false,
      },
    },
  }
}
