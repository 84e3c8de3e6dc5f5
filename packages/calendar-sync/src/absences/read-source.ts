import {
  calendarAddressIn,
  CalendarError,
  readCalendarAddress,
  TooMuchError,
  type AddressAnswer,
  type BusyRequest,
  type BusyTimes,
  type CalendarPort,
} from '@night-routine/calendar'
import type {
  NightRange,
  SourceOutcome,
  SourcePlace,
  SourceVersion,
} from '@night-routine/database/nights'
import { nightsAway, windowText, type SourceWindow } from '@night-routine/household'

/** What a read found; a file that did not change has no nights. */
export type SourceReading =
  | {
      outcome: 'read'
      nights?: NightRange[]
      version?: SourceVersion
      skipped: BusyTimes['skipped']
    }
  | { outcome: Exclude<SourceOutcome, 'read'>; nights?: NightRange[] }

export interface SourceReader {
  calendar: Pick<CalendarPort, 'readBusy'>
  /** Reads an address; tests pass one that reaches their own server. */
  readAddress?: (
    address: URL,
    request: BusyRequest & { etag: string | null },
  ) => Promise<AddressAnswer>
}

/** Reads the nights on which a calendar says that a person is busy. */
export async function readSource(
  { calendar, readAddress = readCalendarAddress }: SourceReader,
  source: {
    place: SourcePlace
    window: SourceWindow
    /** The e-mail addresses of the person. */
    addresses: readonly string[]
    /** What the last read left. */
    known?: { etag: string | null; window: string | null }
  },
): Promise<SourceReading> {
  const { place, window, addresses, known } = source
  const request = { ...window, addresses }
  const read = ({ busy, skipped }: BusyTimes, etag: string | null): SourceReading => ({
    outcome: 'read',
    nights: nightsAway(busy, window),
    version: { etag, window: windowText(window) },
    skipped,
  })
  if (place.kind === 'calendar')
    try {
      return read(await calendar.readBusy(place.calendarId, request), null)
    } catch (error) {
      return { outcome: outcomeOf(error) }
    }
  const address = calendarAddressIn(place.address)
  if (address === null) return { outcome: 'not-a-calendar' }
  // Other nights are wanted of the same file.
  const etag = known?.window === windowText(window) ? known.etag : null
  const answer = await readAddress(address, { ...request, etag })
  if (answer.kind === 'unchanged') return { outcome: 'read', skipped: {} }
  return answer.kind === 'read' ? read(answer, answer.etag) : { outcome: answer.trouble }
}

/** @throws what is no failure of a calendar */
function outcomeOf(error: unknown): Exclude<SourceOutcome, 'read'> {
  if (error instanceof TooMuchError) return 'huge'
  if (!(error instanceof CalendarError)) throw error
  if (error.class === 'reconnect') return 'disconnected'
  if (error.reason === 'calendar-gone') return 'gone'
  if (error.reason === 'timeout') return 'slow'
  return error.reason === 'forbidden' ? 'refused' : 'unreachable'
}
