import { onlyWith, type SettingToCheck } from '@night-routine/service'
import type { KeysBelow } from '@night-routine/wording'
import { Type, type TProperties } from 'typebox'
import { caldavCalendar } from './caldav/caldav.ts'
import { googleCalendar, googleSignIn } from './google/google.ts'
import { openidSignIn } from './openid/openid.ts'
import { ownCalendar } from './own/own.ts'
import type { CalendarProvider, IdentityProvider, OpenCalendarProvider } from './provider.ts'
import type { SignIn } from './sign-in.ts'

/** A calendar provider; its messages are `provider.<name>` and `calendarService.<name>`. */
export type CalendarName = KeysBelow<'provider'>

/** Where the family's calendar may be. */
const calendars: Record<CalendarName, CalendarProvider> = {
  google: googleCalendar,
  caldav: caldavCalendar,
  own: ownCalendar,
}

/** Who may say who a person is; null: this installation itself, with its own accounts. */
const identities = {
  google: googleSignIn,
  accounts: null,
  oidc: openidSignIn,
} as const satisfies Record<string, IdentityProvider | null>

type IdentityName = keyof typeof identities

const choices = {
  CALENDAR: Type.Enum(namesOf(calendars), {
    default: 'google',
    description: 'Where the calendar is.',
    fault: withoutGrant,
  }),
  SIGN_IN: Type.Enum(namesOf(identities), {
    default: 'google',
    description: 'How people sign in: Google, accounts of our own, or another OpenID provider.',
  }),
}

/** The choice of the providers, and the settings of each. */
export const providerSettings: typeof choices = Object.assign(
  {},
  choices,
  settingsBelow('CALENDAR', calendars),
  settingsBelow('SIGN_IN', identities),
)

/**
 * The calendar provider of an installation.
 * @param settings with its `providerSettings`
 */
export function openCalendarProvider(settings: {
  PUBLIC_URL: string
  CALENDAR: CalendarName
}): OpenCalendarProvider {
  return calendars[settings.CALENDAR].open(settings)
}

/**
 * Sign-in with the identity provider of an installation.
 * @param settings with its `providerSettings`
 * @returns null where people have accounts of this installation
 */
export function openSignIn(settings: {
  PUBLIC_URL: string
  CALENDAR: CalendarName
  SIGN_IN: IdentityName
}): SignIn | null {
  const { grantedBy } = calendars[settings.CALENDAR]
  const options = { calendars: grantedBy === settings.SIGN_IN }
  return identities[settings.SIGN_IN]?.open(settings, options) ?? null
}

/** Calendars that belong to a person need the sign-in that gives access to them. */
function withoutGrant({ value, others }: SettingToCheck): string | undefined {
  const chosen = namesOf(calendars).find(name => name === value)
  const grantedBy = chosen && calendars[chosen].grantedBy
  if (grantedBy === undefined || grantedBy === others['SIGN_IN']) return undefined
  const other = namesOf(calendars).find(name => calendars[name].grantedBy === undefined)
  const orElse = other === undefined ? '' : `, or CALENDAR=${other}`
  return `CALENDAR=${String(value)} needs SIGN_IN=${grantedBy}, which gives access to the calendar. Set it${orElse}.`
}

function namesOf<Name extends string>(table: Record<Name, unknown>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(table) as Name[]
}

function settingsBelow(
  setting: string,
  table: Record<string, { settings: TProperties } | null>,
): TProperties {
  const all = Object.entries(table).map(([value, row]) =>
    onlyWith({ setting, value }, row?.settings ?? {}),
  )
  return Object.assign({}, ...all)
}
