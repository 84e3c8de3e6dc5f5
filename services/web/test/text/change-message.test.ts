import type { RecordedEntry } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { changeMessage, changesSince } from '../../src/text/change-message.ts'
import { people } from '../demo-household.ts'
import { at, day } from '../nights.ts'

type Facts = RecordedEntry['before']

const moved = (
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
  night: day(`2026-${night}`),
  before,
  after,
  change: '1',
  undoes: null,
  ...more,
})
const alexs: Facts = { caregiver: 'a' }
const robins: Facts = { caregiver: 'b' }
const marias: Facts = { caregiver: 'babysitter', babysitterName: 'Maria', override: true }
const given = (night: string, before: Facts, after: Facts, more: Partial<RecordedEntry> = {}) =>
  moved(night, before, after, { action: 'night-given', ...more })

const context = { people, tonight: day('2026-11-20'), wording: wordingFor('en') }

t.test(
  'the message names every night that has someone else now, the decided ones first',
  async t => {
    const others = [moved('11-21', alexs, robins), moved('11-25', alexs, robins)]
    for (const [text, ...entries] of [
      [
        'Alex has tonight, and Robin has Sunday instead.',
        given('11-20', robins, { ...alexs, override: true }),
        moved('11-22', alexs, robins),
      ],
      [
        'Maria has Friday 4 December instead of Alex. Robin has Saturday and Wednesday instead of Alex.',
        ...others,
        given('12-04', alexs, marias),
      ],
      ['Maria has Saturday.', given('11-21', null, marias)],
      ['No one has Saturday.', given('11-21', marias, { caregiver: null })],
      ['', given('11-21', alexs, { ...alexs, override: true })],
      ['', moved('11-21', alexs, robins), moved('11-21', robins, alexs)],
    ] as const)
      t.equal(changeMessage(entries, context).text, text)
    const nights = Array.from({ length: 30 }, (_, days) => day('2026-11-21').add({ days }))
    const month = nights.map(night => moved(night.toString().slice(5), alexs, robins))
    const { text } = changeMessage(month, context)
    for (const night of nights)
      t.match(text, context.wording.nightFrom(context.tonight, night), night.toString())
    const gift = [given('11-20', alexs, robins), moved('11-22', robins, alexs)]
    const toAlex = { ...context, people: { ...people, reader: 'a' as const }, by: 'a' as const }
    t.match(changeMessage(gift, toAlex), {
      text: 'You gave Robin tonight. You have Sunday instead.',
      moves: [{ before: { caregiver: 'a' } }, { before: { caregiver: 'b' } }],
    })
  },
)

t.test('reports what others did to coming nights, and who did it', async t => {
  const accounts = new Map([['robin@example.com', 'b' as const]])
  const known = { ...people, reader: 'a' as const, accounts }
  const changesFor = (reader: string, entries: readonly RecordedEntry[]) =>
    changesSince(entries, { ...context, people: known, reader })?.text ?? null
  const own = { actor: 'alex@example.com' }
  const change = given('11-20', robins, alexs)
  const back = given('11-20', alexs, robins)
  const note = moved('11-20', null, { note: 'Bath' }, { action: 'night-noted', actor: null })
  const followed = moved('11-22', alexs, robins)
  const settings = moved('11-20', null, null, { action: 'settings-changed', night: null })
  const inCalendar = { actorKind: 'calendar', actor: null } as const
  const bySchedule = { ...followed, actorKind: 'schedule', actor: null, change: null } as const
  const rows: [said: string | null, ...RecordedEntry[]][] = [
    ['Robin gave you tonight.', change],
    [
      'Robin gave you tonight, Saturday, Sunday, Monday, Tuesday, Wednesday, Thursday and 2 more nights.',
      ...[20, 21, 22, 23, 24, 25, 26, 27, 28].map(date => given(`11-${date}`, robins, alexs)),
    ],
    [null, given('11-19', robins, alexs)],
    [null, change, { ...back, ...own }],
    ['Robin took over tonight from you.', { ...change, ...own }, back],
    ['Robin gave you tonight.', change, note, { ...note, ...own }],
    ['Robin gave you tonight and takes your Sunday.', change, followed],
    [
      'Robin gave you Sunday and takes over tonight from you.',
      given('11-22', robins, alexs),
      moved('11-20', alexs, robins),
    ],
    [
      'After a change by Robin, you have tonight instead of Robin.',
      settings,
      moved('11-20', robins, alexs),
    ],
    [
      'Robin undid a change: you have tonight instead of Robin.',
      { ...change, action: 'change-undone', undoes: '0' },
    ],
    ['In the calendar, you have tonight instead of Robin.', { ...change, ...inCalendar }],
    [
      'Robin gave you tonight. The plan moved: Robin has Sunday instead of you.',
      change,
      bySchedule,
    ],
    [
      'After a change by Kim, you have tonight instead of Robin.',
      { ...change, actor: 'kim@example.com' },
    ],
  ]
  for (const [said, ...entries] of rows) t.equal(changesFor(own.actor, entries), said)
  t.equal(changesFor('robin@example.com', [change]), null, 'not about one’s own change')
})
