import ICAL from 'ical.js'
import type { CalendarServer } from './account.ts'

/** An event as another person's calendar shows it. */
export interface SeenEvent {
  id: string
  etag: string
  href: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  summary: string
  description: string
  location: string
  start: { date?: string; dateTime?: string }
  end: { date?: string; dateTime?: string }
  extendedProperties: { private: Record<string, string> }
  body: string
}

/** What a person changes of an event. */
export interface SeenEdit {
  status?: string
  summary?: string | null
  description?: string | null
  location?: string | null
  start?: { date?: string | null; dateTime?: string | null }
  end?: { date?: string | null; dateTime?: string | null }
  extendedProperties?: { private?: Record<string, string | null> | null } | null
  recurrence?: string[] | null
}

/** Another person with the same account, who works with the calendar by requests of their own. */
export function calendarPerson({ home, username, password, url }: Omit<CalendarServer, 'stop'>) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

  async function request(
    method: string,
    path: string,
    { headers = {}, body: sent }: { headers?: Record<string, string>; body?: string } = {},
  ) {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { authorization, ...headers },
      ...(sent !== undefined && { body: sent }),
    })
    const body = await answer.text()
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${body}`)
    return { body, status: answer.status }
  }

  async function events(calendarId: string): Promise<SeenEvent[]> {
    const filter =
      '<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"/></C:comp-filter></C:filter>'
    const { body } = await request('REPORT', calendarId, {
      headers: { Depth: '1', 'Content-Type': 'application/xml' },
      body: `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>${filter}</C:calendar-query>`,
    })
    return parts(body, 'response')
      .map(response => seen(response))
      .toSorted((one, two) => (dateOf(one) < dateOf(two) ? -1 : 1))
  }

  async function find(calendarId: string, id: string): Promise<SeenEvent> {
    const found = (await events(calendarId)).find(event => event.id === id)
    if (found === undefined) throw new Error(`${id} is not in the calendar`)
    return found
  }

  async function put(href: string, body: string, condition: Record<string, string>) {
    await request('PUT', href, {
      headers: { 'Content-Type': 'text/calendar; charset=utf-8', ...condition },
      body,
    })
  }

  async function editEvent(calendarId: string, id: string, edit: SeenEdit): Promise<void> {
    const { href, etag, body } = await find(calendarId, id)
    await put(href, changed(body, edit), { 'If-Match': etag })
  }

  return {
    request,
    events,
    find,
    editEvent,
    /** Writes any text as an event, without a look at what is there. */
    put: (calendarId: string, file: string, body: string) => put(`${calendarId}${file}`, body, {}),
    async createEvent(calendarId: string, id: string, edit: SeenEdit): Promise<void> {
      const empty = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A person//EN\r\nBEGIN:VEVENT\r\nUID:${id}\r\nDTSTAMP:20261101T000000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
      await put(`${calendarId}${id}.ics`, changed(empty, edit), {})
    },
    async removeEvent(calendarId: string, id: string): Promise<void> {
      await request('DELETE', (await find(calendarId, id)).href)
    },
    /** Stores an event under another file name, as some clients do. */
    async renameEvent(calendarId: string, id: string, file: string): Promise<void> {
      const { href, body } = await find(calendarId, id)
      await request('DELETE', href)
      await put(`${calendarId}${file}`, body, {})
    },
    /** @returns its id */
    async makeCalendar(name: string): Promise<string> {
      const path = new URL(`${name}/`, home).pathname
      const set = `<D:set><D:prop><D:displayname>${name}</D:displayname></D:prop></D:set>`
      await request('MKCALENDAR', path, {
        headers: { 'Content-Type': 'application/xml' },
        body: `<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${set}</C:mkcalendar>`,
      })
      return path
    },
    removeCalendar: (calendarId: string) => request('DELETE', calendarId),
  }
}

export type CalendarPerson = ReturnType<typeof calendarPerson>

function dateOf({ start }: SeenEvent): string {
  return start.date ?? start.dateTime ?? ''
}

/** The contents of elements with this local name. */
function parts(xml: string, name: string): string[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>(.*?)</(?:\\w+:)?${name}>`, 'gs')
  return [...xml.matchAll(pattern)].map(([, content = '']) => content)
}

function plain(xml: string): string {
  const verbatim = /^\s*<!\[CDATA\[(.*)\]\]>\s*$/s.exec(xml)?.[1]
  if (verbatim !== undefined) return verbatim
  return xml
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function seen(response: string): SeenEvent {
  const [href = '', etag = '', body = ''] = ['href', 'getetag', 'calendar-data'].map(name =>
    plain(parts(response, name)[0] ?? '').trim(),
  )
  const event = new ICAL.Component(ICAL.parse(body)).getFirstSubcomponent('vevent')
  const text = (name: string) => String(event?.getFirstPropertyValue(name) ?? '')
  const status = text('status').toLowerCase()
  const own = ['app', 'night', 'generation', 'hash', 'lines', 'caregiver', 'reason']
  const timeOf = (name: string) =>
    text(name).includes('T') ? { dateTime: text(name) } : { date: text(name) }
  return {
    id: text('uid'),
    etag,
    href,
    status: status === 'cancelled' || status === 'tentative' ? status : 'confirmed',
    summary: text('summary'),
    description: text('description'),
    location: text('location'),
    start: timeOf('dtstart'),
    end: timeOf('dtend'),
    extendedProperties: {
      private: Object.fromEntries(
        own
          .filter(name => event?.hasProperty(`x-night-routine-${name}`))
          .map(name => [name, text(`x-night-routine-${name}`)]),
      ),
    },
    body,
  }
}

function changed(body: string, edit: SeenEdit): string {
  const calendar = new ICAL.Component(ICAL.parse(body))
  const event = calendar.getFirstSubcomponent('vevent')
  if (event === null) throw new Error('no event')
  const set = (name: string, value: string | null | undefined) => {
    if (value === undefined) return
    event.removeAllProperties(name)
    if (value !== null) event.addPropertyWithValue(name, value)
  }
  set('summary', edit.summary)
  set('description', edit.description)
  set('location', edit.location)
  set('status', edit.status?.toUpperCase())
  for (const [name, time] of [
    ['dtstart', edit.start],
    ['dtend', edit.end],
  ] as const) {
    if (time === undefined) continue
    event.removeAllProperties(name)
    const property = new ICAL.Property(name)
    const isDay = time.dateTime === undefined || time.dateTime === null
    if (isDay) property.resetType('date')
    property.setValue(
      isDay
        ? ICAL.Time.fromDateString(time.date ?? '')
        : ICAL.Time.fromDateTimeString(time.dateTime ?? '', property),
    )
    event.addProperty(property)
  }
  for (const [name, value] of Object.entries(edit.extendedProperties?.private ?? {}))
    set(`x-night-routine-${name}`, value)
  if (edit.recurrence !== undefined) {
    event.removeAllProperties('rrule')
    for (const rule of edit.recurrence ?? [])
      event.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule.replace(/^RRULE:/, '')))
  }
  return calendar.toString()
}
