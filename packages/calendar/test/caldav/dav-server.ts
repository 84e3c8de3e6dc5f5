import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { connectCalDav } from '@night-routine/calendar'
import type { Test } from 'tap'
import { scriptedServer } from '../scripted-server.ts'

export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Ends the connection in the middle of the body. */
  cut?: true
  /** Never answers. */
  silent?: true
  /** Sends the body in parts, this many milliseconds apart. */
  dripMs?: number
}

const notFound: Answer = { status: 404 }

/** The parts in which a slow answer comes. */
export function partsOf(body: string): string[] {
  return body.match(/.{1,20}/gs) ?? []
}

type Script = (asked: Asked) => Answer | undefined

/** A server that answers as the script says, else 404; it records what it was asked. */
export async function davServer(t: Test, script: Script) {
  const asked: Asked[] = []
  const url = await scriptedServer(t, (incoming, outgoing) => void reply(incoming, outgoing))

  async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming
    const one = { method, path, headers, body: await text(incoming) }
    asked.push(one)
    const { status, headers: more, body = '', cut, silent, dripMs } = script(one) ?? notFound
    if (silent) return
    if (dripMs !== undefined) {
      outgoing.writeHead(status, more)
      for (const part of partsOf(body)) {
        if (outgoing.destroyed) return
        outgoing.write(part)
        await sleep(dripMs)
      }
      outgoing.end()
      return
    }
    if (!cut) {
      outgoing.writeHead(status, more).end(body)
      return
    }
    outgoing.writeHead(status, { ...more, 'content-length': Buffer.byteLength(body) + 100 })
    outgoing.write(body)
    setImmediate(() => outgoing.destroy())
  }

  const port = (more: Partial<Parameters<typeof connectCalDav>[0]> = {}) =>
    connectCalDav({ url: `${url}/`, username: 'parents', password: 'secret', ...more })
  const lines = () => asked.map(({ method, path }) => `${method} ${path}`)
  return { url, asked, lines, port }
}

const spaces =
  'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/"'

/** A `207` with these responses. */
export function multistatus(...content: string[]): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><multistatus ${spaces}>${content.join('')}</multistatus>`
  return { status: 207, headers: { 'Content-Type': 'application/xml' }, body }
}

export function response(href: string, properties: string, more = ''): string {
  const found = `<propstat><prop>${properties}</prop><status>HTTP/1.1 200 OK</status></propstat>`
  return `<response><href>${href}</href>${found}${more}</response>`
}

export function missing(href: string): string {
  return `<response><href>${href}</href><status>HTTP/1.1 404 Not Found</status></response>`
}

/** A refusal with its precondition. */
export function refusal(status: number, error: string): Answer {
  return { status, body: `<?xml version="1.0"?><error ${spaces}>${error}</error>` }
}

export const id = `nr${'a'.repeat(30)}`
export const calendarId = '/cal/family/'
export const file = `${calendarId}${id}.ics`

/** The event of a night, as a server gives it back. */
export function ics(summary = '[Alex] 🌃👶Routine', more = ''): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Somebody//EN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    'DTSTAMP:20261101T000000Z',
    'DTSTART;VALUE=DATE:20261201',
    'DTEND;VALUE=DATE:20261202',
    `SUMMARY:${summary}`,
    ...(more === '' ? [] : [more]),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

export const home = '<C:calendar-home-set><href>/cal/</href></C:calendar-home-set>'
export const calendarType = '<resourcetype><collection/><C:calendar/></resourcetype>'
export const mayWrite =
  '<current-user-privilege-set><privilege><write/></privilege></current-user-privilege-set>'

/** Answers of a server where everything is as it should be: one calendar with one event. */
export function ordinary({ method, path, body }: Asked): Answer | undefined {
  if (method === 'PROPFIND' && path === '/') return multistatus(response('/', home))
  if (method === 'PROPFIND' && path === '/cal/')
    return multistatus(
      response(calendarId, `${calendarType}<displayname>Family</displayname>${mayWrite}`),
    )
  if (method === 'PROPFIND' && path === calendarId)
    return multistatus(response(calendarId, `${calendarType}${mayWrite}`))
  if (method === 'GET' && path === file)
    return { status: 200, headers: { ETag: '"1"' }, body: ics() }
  if (method === 'PUT') return { status: 204, headers: { ETag: '"2"' } }
  if (method === 'DELETE') return { status: 204 }
  if (method !== 'REPORT') return undefined
  const token = '<sync-token>token-1</sync-token>'
  if (body.includes('sync-collection'))
    return multistatus(response(file, '<getetag>"1"</getetag>'), token)
  return multistatus(
    response(file, `<getetag>"1"</getetag><C:calendar-data>${ics()}</C:calendar-data>`),
  )
}
