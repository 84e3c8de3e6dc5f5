import { onlyWith } from '@night-routine/service'
import type { KeysBelow } from '@night-routine/wording'
import { Type, type TProperties } from 'typebox'
import { caldavCalendar } from './caldav/caldav.ts'
import { googleCalendar, googleSignIn } from './google/google.ts'
import type { CalendarProvider, IdentityProvider, OpenCalendarProvider } from './provider.ts'
import type { SignIn } from './sign-in.ts'

/** A calendar provider; its messages are `provider.<name>` and `calendarService.<name>`. */
export type CalendarName = KeysBelow<'provider'>

/** Where the family's calendar may be. */
const calendars: Record<CalendarName, CalendarProvider> = {
  google: googleCalendar,
  caldav: caldavCalendar,
}

/** Who may say who a person is. */
const identities = { google: googleSignIn } as const satisfies Record<string, IdentityProvider>

type IdentityName = keyof typeof identities

const choices = {
  CALENDAR: Type.Enum(namesOf(calendars), {
    default: 'google',
    description: 'Where the family’s calendar is.',
  }),
  SIGN_IN: Type.Enum(namesOf(identities), {
    default: 'google',
    description: 'Who says who a person is.',
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
 */
export function openSignIn(settings: { PUBLIC_URL: string; SIGN_IN: IdentityName }): SignIn {
  return identities[settings.SIGN_IN].open(settings)
}

function namesOf<Name extends string>(table: Record<Name, unknown>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(table) as Name[]
}

function settingsBelow(
  setting: string,
  table: Record<string, { settings: TProperties }>,
): TProperties {
  const all = Object.entries(table).map(([value, { settings }]) =>
    onlyWith({ setting, value }, settings),
  )
  return Object.assign({}, ...all)
}
