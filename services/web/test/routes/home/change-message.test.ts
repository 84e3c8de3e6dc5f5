import type { RecordedEntry } from '@night-routine/database'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { changedNightsText, changesSinceText } from '../../../src/routes/home/change-message.ts'
import { people } from '../../demo-household.ts'
import { at, day } from '../../nights.ts'

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
const said = (...entries: RecordedEntry[]) => changedNightsText(entries, context)

t.test(
  'the message names every night that has someone else now, the decided ones first',
  async t => {
    t.equal(
      said(
        given('2026-11-20', robins, { ...alexs, override: true }),
        entry('2026-11-22', alexs, robins),
      ),
      'Alex has tonight instead of Robin. Robin has Sunday instead of Alex.',
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
  const text = changedNightsText(
    nights.map(night => entry(night.toString(), alexs, robins)),
    context,
  )
  for (const night of nights)
    t.match(text, context.wording.nightFrom(context.tonight, night), night.toString())
})

const alexsOwn = (own: RecordedEntry) => ({ ...own, actor: 'alex@example.com' })

t.test('reports what others did to coming nights, and who did it', async t => {
  const known = { ...people, accounts: new Map([['robin@example.com', 'b' as const]]) }
  const changesFor = (reader: string, ...entries: RecordedEntry[]) =>
    changesSinceText(entries, { ...context, people: known, reader })
  const change = given('2026-11-20', robins, alexs)
  t.equal(
    changesFor('alex@example.com', change),
    'Alex has tonight instead of Robin. Robin changed this.',
  )
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
    'Robin has tonight instead of Alex. Robin changed this.',
    'one knows one’s own change, and not what became of it',
  )
  const note = entry('2026-11-20', null, { note: 'Bath' }, { action: 'night-noted', actor: null })
  t.equal(
    changesFor('alex@example.com', change, note, alexsOwn(note)),
    'Alex has tonight instead of Robin. Robin changed this.',
    'a note does not change who does the night',
  )
  const byCalendar = { ...change, actorKind: 'calendar' as const, actor: null }
  t.match(changesFor('alex@example.com', byCalendar), /Someone changed this in the calendar\.$/)
  const bySchedule = { ...change, actorKind: 'schedule' as const, actor: null }
  t.match(changesFor('alex@example.com', bySchedule), /The plan was balanced again\.$/)
  const unknown = { ...change, actor: 'kim@example.com' }
  t.match(changesFor('alex@example.com', unknown), /Kim changed this\.$/)
})
