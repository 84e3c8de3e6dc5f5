import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import ICAL from 'ical.js'
import { sync, type DateWithTimeZone } from 'node-ical'

/** What a calendar program finds in a feed. */
export interface FeedRead {
  name: string | null
  oldName: string | null
  refresh: string | null
  oldRefresh: string | null
  nights: {
    /** A date: a time of day would stand behind it. */
    start: string
    end: string
    title: string
    text: string
    transparency: string
    busy: string
  }[]
}

/** Four parsers that other people wrote, as calendar programs use them. */
export const feedReaders: Record<string, (file: string) => FeedRead> = {
  'ical.js': withIcalJs,
  'node-ical': withNodeIcal,
  icalendar: file => withPython('icalendar', file),
  vobject: file => withPython('vobject', file),
}

function withIcalJs(file: string): FeedRead {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const value = (name: string, from = calendar) =>
    from.getFirstPropertyValue(name)?.toString() ?? null
  // It leaves properties that it does not know as they stand; programs read them as text (RFC 5545 3.8.8).
  const name = (property: string) => {
    const text = value(property)
    return text === null ? null : ICAL.design.icalendar.value['text'].fromICAL(text)
  }
  return {
    name: name('name'),
    oldName: name('x-wr-calname'),
    refresh: value('refresh-interval'),
    oldRefresh: value('x-published-ttl'),
    nights: calendar.getAllSubcomponents('vevent').map(event => ({
      start: value('dtstart', event) ?? '',
      end: value('dtend', event) ?? '',
      title: value('summary', event) ?? '',
      text: value('description', event) ?? '',
      transparency: value('transp', event) ?? '',
      busy: value('x-microsoft-cdo-busystatus', event) ?? '',
    })),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Its calendar is an object with parts of the file under names that its types do not all know. */
function withNodeIcal(file: string): FeedRead {
  const read = sync.parseICS(file)
  const calendar = Object.entries(read.vcalendar ?? {})
  const value = (name: string) => textOf(calendar.find(([key]) => key === name)?.[1])
  const [, refresh] = Object.entries(read).find(([key]) => key === 'refresh-interval') ?? []
  return {
    name: value('name'),
    oldName: value('WR-CALNAME'),
    refresh: refresh !== undefined && 'val' in refresh ? textOf(refresh.val) : null,
    oldRefresh: value('PUBLISHED-TTL'),
    nights: Object.values(read).flatMap(event =>
      event?.type === 'VEVENT'
        ? [
            {
              start: localDate(event.start),
              end: event.end === undefined ? '' : localDate(event.end),
              title: textOf(event.summary) ?? '',
              text: textOf(event.description) ?? '',
              transparency: textOf(event.transparency) ?? '',
              busy: textOf(new Map(Object.entries(event)).get('MICROSOFT-CDO-BUSYSTATUS')) ?? '',
            },
          ]
        : [],
    ),
  }
}

/** node-ical has a date as midnight in the zone of the process. */
function localDate(at: DateWithTimeZone): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    Temporal.Now.timeZoneId(),
  )
  return at.dateOnly === true ? local.toPlainDate().toString() : local.toString()
}

const script = fileURLToPath(new URL('read_feed.py', import.meta.url))

function withPython(library: 'icalendar' | 'vobject', file: string): FeedRead {
  const env = { ...process.env, PYTHONIOENCODING: 'utf-8' }
  return JSON.parse(
    execFileSync('/usr/bin/python3', [script, library], { input: file, encoding: 'utf8', env }),
  )
}
