import { publicSettings } from '@night-routine/service'
import { Type, type TProperties } from 'typebox'
import { Check } from 'typebox/schema'
import type { CalendarErrorReason } from './errors.ts'
import type { Finding } from './finding.ts'
import type { EventStore } from './own/event-store.ts'
import type { AccessToken, CalendarPort } from './port.ts'
import type { Grants, SignIn } from './sign-in.ts'

export interface CalendarProvider {
  /** Its settings, which only an installation that chose it has. */
  readonly settings: TProperties
  /** The sign-in that its grants come from; absent when the calendars belong to the installation. */
  readonly grantedBy?: string
  /** @throws TypeError without its settings */
  open(settings: object): OpenCalendarProvider
}

export interface OpenCalendarProvider {
  /** Renews the grant of the account that signed in; null when the calendars belong to the installation. */
  readonly grants: Grants | null
  /** A local stand-in for the provider, which every page says. */
  readonly isEmulator: boolean
  /** Whether its servers can send notifications to this address. */
  canNotify(address: URL): boolean
  readonly ownReasons: readonly CalendarErrorReason[]
  /**
   * Its calendars. Makes no call before the first use.
   * @param events of the installation's own calendar
   */
  connect(accessToken: AccessToken, events: EventStore): CalendarPort
  /** An address whose response has the provider's time; null for no other machine. */
  readonly clockUrl: URL | null
  /** What helps against grants that expire, for operators. */
  readonly endingGrantCure: string
  /** What else the doctor finds; it checks the clock itself. */
  examine(): Promise<Finding[]>
}

export interface IdentityProvider {
  readonly settings: TProperties
  /**
   * @param options.calendars whether a sign-in also gives access to the person's calendars
   * @throws TypeError without its settings, or for an invalid address
   */
  open(settings: object, options: { calendars: boolean }): SignIn
}

/** Finds these settings of a provider among all settings. The reader throws a TypeError when one is missing. */
export function settingsReader<Own extends TProperties>(own: Own, name: string) {
  const schema = Type.Object({ ...publicSettings, ...own })
  return (settings: object) => {
    if (Check(schema, settings)) return settings
    throw new TypeError(`The settings of ${name} are missing.`)
  }
}
