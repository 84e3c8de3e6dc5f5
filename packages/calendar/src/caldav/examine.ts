import { CalendarError } from '../errors.ts'
import type { Finding } from '../finding.ts'
import type { CalendarPort, CalendarSummary } from '../port.ts'
import { readSyncToken } from './sync-token.ts'

type Examined = Pick<CalendarPort, 'listCalendars' | 'listChanges'>

/** What the doctor finds about the account at the calendar server. Reads one calendar, and changes nothing. */
export async function examineAccount(port: Examined): Promise<Finding[]> {
  let calendars: CalendarSummary[]
  try {
    calendars = await port.listCalendars()
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    return [judgeFailure(error)]
  }
  const count = calendars.length === 1 ? '1 calendar' : `${calendars.length} calendars`
  const login: Finding = {
    state: 'ok',
    text: `CALDAV_URL leads to the account, which has ${count}.`,
  }
  const writable = calendars.find(calendar => calendar.writable)
  if (writable === undefined) return [login, nothingWritable]
  return [
    login,
    { state: 'ok', text: 'At least one of them can be written.' },
    await sync(port, writable),
  ]
}

const nothingWritable: Finding = {
  state: 'notice',
  text: 'None of them can be written.',
  fix: 'Press “Make a calendar” on /calendars, or share one with this account so that it may write.',
}

async function sync(port: Examined, { id }: CalendarSummary): Promise<Finding> {
  try {
    const { nextSyncToken } = await port.listChanges(id, { syncToken: null })
    if (readSyncToken(nextSyncToken)?.kind === 'sync')
      return { state: 'ok', text: 'The server says what changed (sync-collection, RFC 6578).' }
    return {
      state: 'notice',
      text: 'The server does not say what changed, so each change costs a list of all events.',
      fix: 'You don’t have to do anything. A calendar for the nights alone keeps the list short.',
    }
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    return judgeFailure(error)
  }
}

const fixes: Partial<Record<CalendarError['reason'], [text: string, fix: string]>> = {
  unauthorized: [
    'The calendar server refuses CALDAV_USERNAME with CALDAV_PASSWORD',
    'Enter them again. Most services want an app password here, not the one of the account.',
  ],
  'not-a-calendar-server': [
    'CALDAV_URL leads to no calendars',
    'Copy the address from the settings of the server; for Nextcloud it ends with /remote.php/dav.',
  ],
  'certificate-refused': [
    'The certificate of the calendar server is not valid',
    'Renew it. For your own certificate authority, set NODE_EXTRA_CA_CERTS.',
  ],
}

/** Judges a failed read of the account. */
function judgeFailure({ reason, message }: CalendarError): Finding {
  const [text, fix] = fixes[reason] ?? [
    'The calendar server could not be read',
    'Check CALDAV_URL, and that this machine can reach it; the page /calendars tries again.',
  ]
  return { state: 'problem', text: `${text}: ${message}.`, fix }
}
