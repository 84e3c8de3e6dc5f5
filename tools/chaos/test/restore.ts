import { join } from 'node:path'
import { readChannels, readToken } from '@night-routine/database/calendar'
import { parseSecretKeys } from '@night-routine/database/connection'
import { readHistory, readNights, type Assignment } from '@night-routine/database/nights'
import { loseEverything } from '@night-routine/testing/database'
import { Visitor, type Answer } from '@night-routine/chaos'
import { backUp, restore } from '@night-routine/operations'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { secretKey } from '../src/environments.ts'
import { quiet, stack, visitor } from './shared-stack.ts'

const { control, db, processes, servers } = stack
const now = () => Temporal.Now.instant()
const far = ['2000-01-01', '2200-01-01'].map(day => Temporal.PlainDate.from(day))

const nights = async () => (far[0] && far[1] ? readNights(db, far[0], far[1]) : [])
const lineOf = ({ night, caregiver, babysitter, override }: Assignment) =>
  `${night.toString()} ${babysitter?.name ?? caregiver ?? 'open'}${override ? ' (locked)' : ''}`
const lines = async () => (await nights()).map(lineOf)

/** The night so many days ahead. */
async function ahead(days: number): Promise<Assignment> {
  const day = Temporal.Now.plainDateISO('Europe/Paris').add({ days })
  const found = (await nights()).find(({ night }) => night.equals(day))
  if (found === undefined) throw new Error(`${day.toString()} is not planned`)
  return found
}

const standing = async () =>
  (await control.events('family')).filter(
    ({ status, extendedProperties }) =>
      status !== 'cancelled' && extendedProperties?.private?.['app'] === 'night-routine',
  )
const titles = async () =>
  (await standing()).map(({ start, summary }) => `${start.date} ${summary}`).toSorted()

async function eventOn({ night }: Assignment): Promise<string> {
  const found = (await standing()).find(({ start }) => start.date === night.toString())
  return found?.id ?? ''
}

const book = async (days: number, name: string) =>
  visitor.json('/api/assignment-babysitter', {
    assignment_id: Number((await ahead(days)).id),
    babysitter_name: name,
  })

/** Asks until it is accepted: a service that is busy answers 503, and a person tries again. */
const accepted = (ask: () => Promise<Answer>) =>
  waitFor('an accepted request', async () => (await ask()) === 'accepted')

t.test('the whole product loses its database, and gets yesterday’s back', async t => {
  await quiet()
  await accepted(() => book(2, 'Dana'))
  await quiet()
  const file = join(stack.logs, 'household.backup')
  const { tables } = await backUp(servers.databaseUrl, file, now())
  t.ok(tables.length > 10, 'while everything runs')
  const before = (await readHistory(db, { limit: 10_000 })).length

  await accepted(() => book(3, 'Kim'))
  const given = { id: String((await ahead(4)).id), to: 'b' }
  await accepted(() => visitor.form('/nights/give', { assignment_id: given.id, to: given.to }))
  await control.editEvent('family', await eventOn(await ahead(5)), { summary: '[Mo]' })
  await quiet()
  t.match((await lines()).join('\n'), /Mo \(locked\)/, 'heard of, and followed')
  const known = { lines: await lines(), titles: await titles() }

  await Promise.all(Object.values(processes).map(one => one.stop()))
  t.comment('while everything is down, a parent writes a name and removes an event')
  const unread = await ahead(6)
  await control.editEvent('family', await eventOn(unread), { summary: '[Nils]' })
  await control.removeEvent('family', await eventOn(await ahead(7)))
  await loseEverything(db)
  await restore(servers.databaseUrl, file, { now: now() })
  await Promise.all(Object.values(processes).map(one => one.start()))
  await quiet()

  const expected = known.lines.map(line =>
    line.startsWith(unread.night.toString()) ? `${unread.night.toString()} Nils (locked)` : line,
  )
  t.same(await lines(), expected, 'every night is as before')
  t.same(
    (await titles()).map(title => title.replace(/\].*/, ']')),
    known.titles.map(title =>
      title.startsWith(unread.night.toString())
        ? `${unread.night.toString()} [Nils]`
        : title.replace(/\].*/, ']'),
    ),
    'one event a night',
  )
  t.ok((await readHistory(db, { limit: 10_000 })).length > before, 'the history continues')
  t.ok(await readToken(db, parseSecretKeys([secretKey])), 'the same key opens the grant')
  t.match(await readChannels(db), [{ state: 'live' }])

  t.match(await visitor.page('/settings'), /Sign in/, 'sessions are not restored')
  const again = new Visitor(stack.webUrls, control)
  await again.signIn('alex@example.com')
  t.match(await again.page('/'), 'Nils')
  t.same(stack.deaths, [], 'no process crashed')

  await control.clearRequests()
  await accepted(() => again.form('/sync', {}))
  await quiet()
  const writes = (await control.requests()).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/calendar/'),
  )
  t.same(writes, [], 'and there is nothing to write')
})
