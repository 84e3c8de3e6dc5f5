import type { Session } from '@night-routine/database'
import type { Connection } from '../connection.ts'
import type { Assets } from './assets.ts'

/** Data that is the same on every page of this process. */
export interface Surroundings {
  assets: Assets
  /** True with the local emulator, so that no one takes it for Google. */
  emulator: boolean
}

/** The pages in the navigation, by the start of their address. */
type LinkedPage = 'calendars' | 'statistics' | 'history' | 'settings'

/** What the layout prints around a page. */
export interface Frame extends Assets {
  language: string
  emulator: boolean
  signedIn: { email: string } | null
  /** The grant is broken. Every page says so, because the calendar gets no updates until someone reconnects. */
  reconnect: boolean
  /** Work is pending; without script the page reloads itself. */
  lookAgain: boolean
  /** The current page in the navigation, if any. */
  at: Record<LinkedPage, boolean>
}

/** The navigation page at or above this address. */
export function pageAt(url: string): Frame['at'] {
  const [, first] = url.split(/[/?]/)
  const is = (page: LinkedPage) => page === first
  return {
    calendars: is('calendars'),
    statistics: is('statistics'),
    history: is('history'),
    settings: is('settings'),
  }
}

/** The frame of one page; it shows the connection only to people who are signed in. */
export function frameView(
  { assets, emulator }: Surroundings,
  language: string,
  session: Session | null,
  connection: Connection | null,
): Frame {
  return {
    ...assets,
    language,
    emulator,
    signedIn: session && { email: session.email },
    reconnect: session !== null && connection?.state === 'broken',
    lookAgain: false,
    at: pageAt(''),
  }
}
