import { retireChannel, type Channel } from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'
import { headersOf } from './channels.ts'
import { liveChannel } from './ingest.ts'
import type { RawAnswer, RawRequest } from './raw-request.ts'

/** Where notifications are sent. */
export interface Place {
  db: Database
  send: (request: RawRequest) => Promise<RawAnswer>
  /** To a service whose Redis is down. */
  sendWithoutRedis: (request: RawRequest) => Promise<RawAnswer>
  /** Does something while PostgreSQL is down. */
  withoutPostgres: <T>(work: () => Promise<T>) => Promise<T>
}

/** Sends what a row of the table describes; returns the responses in order. */
export type Sender = (place: Place) => Promise<RawAnswer[]>

const google = {
  'Content-Type': 'application/json; utf-8',
  'Content-Length': '0',
  'X-Goog-Channel-Expiration': 'Fri, 27 Nov 2026 18:00:00 GMT',
  'User-Agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
}

type Headers = Record<string, string>

/** A request with the other headers that Google sends. */
export function request(headers: Headers, more: Partial<RawRequest> = {}): RawRequest {
  return { headers: Object.entries({ ...headers, ...google }), ...more }
}

/** A notification of a live channel, with headers changed. */
export function live(changes: Headers = {}, more: Partial<RawRequest> = {}): Sender {
  return async ({ db, send }) => [
    await send(request(headersOf(await liveChannel(db), changes), more)),
  ]
}

/** A notification of a channel after `happens`. */
export function after(happens: (db: Database, of: Channel) => Promise<unknown>): Sender {
  return async ({ db, send }) => {
    const of = await liveChannel(db)
    await happens(db, of)
    return [await send(request(headersOf(of)))]
  }
}

/** A notification of a live channel with changed raw headers. */
export function faulty(change: (entries: [string, string][]) => [string, string][]): Sender {
  return async ({ db, send }) => {
    const { headers } = request(headersOf(await liveChannel(db)))
    return [await send({ headers: change(headers.map(([name, value]) => [name, value])) })]
  }
}

/** Several notifications of one channel, one after the other. */
export function inTurn(numbers: readonly string[]): Sender {
  return async ({ db, send }) => {
    const of = await liveChannel(db)
    const answers: RawAnswer[] = []
    for (const number of numbers)
      answers.push(await send(request(headersOf(of, { 'X-Goog-Message-Number': number }))))
    return answers
  }
}

/** Lets the channel expire. */
export const ended = (db: Database, { channelId }: Channel) =>
  db
    .updateTable('notification_channels')
    .set({ expiration: Temporal.Now.instant().subtract({ seconds: 1 }).toString() })
    .where('channel_id', '=', channelId)
    .execute()
/** Retires the channel, as when another one replaces it. */
export const retired = (db: Database, { channelId }: Channel) =>
  retireChannel(db, channelId, Temporal.Now.instant())
