import type { RecordedEntry } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { changeMessage, changesSince } from '../../src/text/change-message.ts'
import { people } from '../demo-household.ts'
import { at, day } from '../nights.ts'

type Facts = RecordedEntry['before']

const entry = (
  night: string,
  before: Facts,
  after: Facts,
  more: Partial<RecordedEntry> = {},
): RecordedEntry => ({
  id: 1n,
  at: at('2026-11-20T18:40:00Z'),
  actorKind: 'person',
  actor: 'robin@example.com',
  action: 'night-replanned',
  night: day(night),
  before,
  after,
  change: '1',
  undoes: null,
  ...more,
})
const alexs: Facts = { caregiver: 'a' }
const robins: Facts = { caregiver: 'b' }
const marias: Facts = { caregiver: 'babysitter', babysitterName: 'Maria', override: true }
const given = (night: string, before: Facts, after: Facts) =>
  entry(night, before, after, { action: 'night-given' })

const context = { people, tonight: day('2026-11-20'), wording: wordingFor('en') }
const said = (...entries: RecordedEntry[]) => changeMessage(entries, context).text

t.test(
  'the message names every night that has someone else now, the decided ones first',
  async t => {
    t.equal(
      said(
        given('2026-11-20', robins, { ...alexs, override: true }),
        entry('2026-11-22', alexs, robins),
      ),
      'Alex has tonight, and Robin has Sunday instead.',
    )
    t.equal(
      said(
        entry('2026-11-21', alexs, robins),
        given('2026-12-04', alexs, marias),
        entry('2026-11-25', alexs, robins),
      ),
      'Maria has Friday 4 December instead of Alex. Robin has Saturday and Wednesday instead of Alex.',
    )
    t.equal(said(given('2026-11-21', null, marias)), 'Maria has Saturday.')
    t.equal(said(given('2026-11-21', marias, { caregiver: null })), 'No one has Saturday.')
    t.equal(said(given('2026-11-21', alexs, { ...alexs, override: true })), '', 'locked only')
    t.equal(
      said(entry('2026-11-21', alexs, robins), entry('2026-11-21', robins, alexs)),
      '',
      'there and back',
    )
  },
)

t.test('thirty nights are named, none is left out', async t => {
  const nights = Array.from({ length: 30 }, (_, days) => day('2026-11-21').add({ days }))
  const { text } = changeMessage(
    nights.map(night => entry(night.toString(), alexs, robins)),
    context,
  )
  for (const night of nights)
    t.match(text, context.wording.nightFrom(context.tonight, night), night.toString())
})

t.test('a gift says who gave it, and marks who had its nights', async t => {
  const { text, moves } = changeMessage(
    [given('2026-11-20', alexs, { ...robins, override: true }), entry('2026-11-22', robins, alexs)],
    { ...context, people: { ...people, reader: 'a' }, by: 'a' },
  )
  t.equal(text, 'You gave Robin tonight. You have Sunday instead.')
  t.same(
    moves.map(({ night, before }) => `${night.toString()} ${before.caregiver}`),
    ['2026-11-20 a', '2026-11-22 b'],
  )
})

const alexsOwn = (own: RecordedEntry) => ({ ...own, actor: 'alex@example.com' })

t.test('reports what others did to coming nights, and who did it', async t => {
  const accounts = new Map([['robin@example.com', 'b' as const]])
  const known = { ...people, reader: 'a' as const, accounts }
  const changesFor = (reader: string, ...entries: RecordedEntry[]) =>
    changesSince(entries, { ...context, people: known, reader })?.text ?? null
  const change = given('2026-11-20', robins, alexs)
  t.equal(changesFor('alex@example.com', change), 'Robin gave you tonight.')
  t.equal(changesFor('robin@example.com', change), null, 'not about one’s own change')
  t.equal(
    changesFor('alex@example.com', given('2026-11-19', robins, alexs)),
    null,
    'nor a past night',
  )
  const back = given('2026-11-20', alexs, robins)
  t.equal(changesFor('alex@example.com', change, alexsOwn(back)), null, 'nor what one changed back')
  t.equal(
    changesFor('alex@example.com', alexsOwn(change), back),
    'Robin took over tonight from you.',
    'one knows one’s own change, and not what became of it',
  )
  const note = entry('2026-11-20', null, { note: 'Bath' }, { action: 'night-noted', actor: null })
  t.equal(
    changesFor('alex@example.com', change, note, alexsOwn(note)),
    'Robin gave you tonight.',
    'a note does not change who does the night',
  )
  const followed = entry('2026-11-22', alexs, robins)
  t.equal(
    changesFor('alex@example.com', change, followed),
    'Robin gave you tonight and takes your Sunday.',
    'what followed is part of the change',
  )
  t.equal(
    changesFor(
      'alex@example.com',
      given('2026-11-22', robins, alexs),
      entry('2026-11-20', alexs, robins),
    ),
    'Robin gave you Sunday and takes over tonight from you.',
    'what Robin decided leads, also where an earlier night followed',
  )
  const settings = entry('2026-11-20', null, null, { action: 'settings-changed', night: null })
  const replanned = entry('2026-11-20', robins, alexs)
  t.equal(
    changesFor('alex@example.com', settings, replanned),
    'After a change by Robin, you have tonight instead of Robin.',
  )
  t.equal(
    changesFor('alex@example.com', { ...change, action: 'change-undone', undoes: '0' }),
    'Robin undid a change: you have tonight instead of Robin.',
  )
  const byCalendar = { ...change, actorKind: 'calendar' as const, actor: null }
  t.equal(
    changesFor('alex@example.com', byCalendar),
    'In the calendar, you have tonight instead of Robin.',
  )
  const bySchedule = { ...followed, actorKind: 'schedule' as const, actor: null, change: null }
  t.equal(
    changesFor('alex@example.com', change, bySchedule),
    'Robin gave you tonight. The plan moved: Robin has Sunday instead of you.',
    'each night with who moved it last',
  )
  const unknown = { ...change, actor: 'kim@example.com' }
  t.equal(
    changesFor('alex@example.com', unknown),
    'After a change by Kim, you have tonight instead of Robin.',
  )
})
