import { stopChannel } from '@night-routine/database/calendar'
import { headersOf } from './channels.ts'
import { liveChannel } from './ingest.ts'
import {
  after,
  ended,
  faulty,
  inTurn,
  live,
  request,
  retired,
  type Sender,
} from './notification-senders.ts'

/** One row: what is sent, what is answered, how many pulls follow. */
export interface Row {
  sent: string
  /** The statuses in turn. */
  answer: string
  /** For how many notifications a pull is requested. */
  pulls: number
  run: Sender
}

const body = '{"kind":"x"}'

/** What may arrive at the address for notifications, the answer, and how many pulls follow. */
export const notificationTable: readonly Row[] = [
  { sent: 'a change, in the bytes of Google', answer: '200', pulls: 1, run: live() },
  {
    sent: 'the same with `X-Provider-` headers',
    answer: '200',
    pulls: 1,
    run: faulty(entries =>
      entries.map(([name, value]) => [
        name === 'X-Goog-Channel-Expiration' ? name : name.replace('X-Goog-', 'X-Provider-'),
        value,
      ]),
    ),
  },
  {
    sent: 'the same with a body',
    answer: '200',
    pulls: 1,
    run: async ({ db, send }) => {
      const type = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
      const headers = Object.entries({ ...headersOf(await liveChannel(db)), ...type })
      return [await send({ headers, body })]
    },
  },
  {
    sent: 'state `not_exists`',
    answer: '200',
    pulls: 1,
    run: live({ 'X-Goog-Resource-State': 'not_exists' }),
  },
  {
    sent: 'state `sync`',
    answer: '200',
    pulls: 0,
    run: live({ 'X-Goog-Resource-State': 'sync' }),
  },
  {
    sent: 'a state that we do not know',
    answer: '200',
    pulls: 0,
    run: live({ 'X-Goog-Resource-State': 'moved' }),
  },
  { sent: 'replayed', answer: '200, 200', pulls: 2, run: inTurn(['10', '10']) },
  {
    sent: 'reordered',
    answer: '200, 200, 200',
    pulls: 3,
    run: inTurn(['12', '10', '11']),
  },
  {
    sent: 'duplicated, at once',
    answer: '200, 200',
    pulls: 2,
    run: async ({ db, send }) => {
      const of = request(headersOf(await liveChannel(db)))
      return Promise.all([send(of), send(of)])
    },
  },
  {
    sent: 'forged: wrong token',
    answer: '403',
    pulls: 0,
    run: live({ 'X-Goog-Channel-Token': crypto.randomUUID() }),
  },
  {
    sent: 'forged: unknown channel',
    answer: '403',
    pulls: 0,
    run: live({ 'X-Goog-Channel-ID': crypto.randomUUID() }),
  },
  {
    sent: 'forged: wrong resource',
    answer: '403',
    pulls: 0,
    run: live({ 'X-Goog-Resource-ID': 'another' }),
  },
  {
    sent: 'forged: a header is missing',
    answer: '400',
    pulls: 0,
    run: faulty(entries => entries.filter(([name]) => name !== 'X-Goog-Message-Number')),
  },
  {
    sent: 'forged: a header is empty',
    answer: '400',
    pulls: 0,
    run: live({ 'X-Goog-Resource-URI': '' }),
  },
  {
    sent: 'forged: a header is there twice',
    answer: '400',
    pulls: 0,
    run: faulty(entries => [...entries, ['X-Goog-Channel-Token', 'another']]),
  },
  {
    sent: 'forged: a header is there under both prefixes',
    answer: '400',
    pulls: 0,
    run: faulty(entries => [...entries, ['X-Provider-Channel-Token', 'another']]),
  },
  {
    sent: 'not a POST',
    answer: '405',
    pulls: 0,
    run: live({}, { method: 'GET' }),
  },
  {
    sent: 'from a retired channel, in its overlap',
    answer: '200',
    pulls: 1,
    run: after(retired),
  },
  {
    sent: 'from a retired channel, after its end',
    answer: '403',
    pulls: 0,
    run: after(async (db, of) => {
      await retired(db, of)
      await ended(db, of)
    }),
  },
  { sent: 'from an ended channel', answer: '403', pulls: 0, run: after(ended) },
  {
    sent: 'from a stopped channel',
    answer: '403',
    pulls: 0,
    run: after((db, { channelId }) => stopChannel(db, channelId)),
  },
  {
    sent: 'a change, Redis away',
    answer: '200',
    pulls: 1,
    run: async ({ db, sendWithoutRedis }) => [
      await sendWithoutRedis(request(headersOf(await liveChannel(db)))),
    ],
  },
  {
    sent: 'a change, PostgreSQL away',
    answer: '503',
    pulls: 0,
    run: async ({ db, send, withoutPostgres }) => {
      const of = await liveChannel(db)
      return withoutPostgres(async () => [await send(request(headersOf(of)))])
    },
  },
]
