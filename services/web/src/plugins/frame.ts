import type { Session } from '@night-routine/database'
import type { Connection } from '../connection.ts'
import type { Assets } from './assets.ts'

/** What is the same on every page of this process. */
export interface Surroundings {
  assets: Assets
  /** True where the provider is the local emulator: nobody should take it for the real one. */
  emulator: boolean
}

/** What every page has a link to, named as its address begins. */
type LinkedPage = 'calendars' | 'statistics' | 'history' | 'settings'

/** What the layout prints around a page. */
export interface Frame extends Assets {
  language: string
  emulator: boolean
  signedIn: { email: string } | null
  /** The grant is broken: said on every page, because nothing reaches the calendar until it is mended. */
  reconnect: boolean
  /** Something is under way that is seen only by looking again, where no script does. */
  lookAgain: boolean
  /** Which of the linked pages this is, if any. */
  at: Record<LinkedPage, boolean>
}

/** Which of the linked pages is at this address, or below it. */
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

/** The frame of one page; nobody who is not signed in learns about the connection. */
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
