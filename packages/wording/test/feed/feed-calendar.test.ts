import * as fc from 'fast-check'
import t from 'tap'
import {
  feedCalendar,
  feedChangedAt,
  feedRange,
  type FeedFacts,
} from '../../src/feed/feed-calendar.ts'
import { wordingFor } from '../../src/index.ts'
import { assignment, at, day, inTurn, people, settings, sitter } from './nights.ts'
import { faultsOf, readEvents } from './rfc5545.ts'

const facts: FeedFacts = {
  nights: [],
  parent: null,
  names: people.names,
  installation: settings.installation,
  publicUrl: 'https://routine.example.com',
  wording: wordingFor('en'),
}
const calendar = (more: Partial<FeedFacts>) => feedCalendar({ ...facts, ...more })

t.test('a night is an all-day event with the texts of the calendar', async t => {
  const night = assignment('2026-12-31', 'a', {
    updatedAt: at('2026-11-20T08:00:00.9Z'),
    revision: 4n,
  })
  const file = calendar({ nights: [night] })
  t.same(faultsOf(file), [])
  const [event, ...others] = readEvents(file)
  t.same(others, [])
  t.match(event, {
    uid: /^[\da-f]{32}@night-routine$/,
    allDay: true,
    start: '2026-12-31',
    end: '2027-01-01',
    summary: '[Alex] 🌃👶Routine',
    description: 'https://routine.example.com/?month=2026-12&night=20261231#night',
    sequence: 4,
    stamp: '2026-11-20T08:00:00Z',
    modified: '2026-11-20T08:00:00Z',
    transparent: 'TRANSPARENT',
  })
})

t.test('a note for readers of the feed stands above the link', async t => {
  const nights = inTurn('2026-11-20', 2)
  const notes = new Map([['2026-11-20', 'bath; medicine, 19:30']])
  const file = calendar({ nights, notes })
  t.same(faultsOf(file), [])
  t.matchOnly(
    readEvents(file).map(({ description }) => description),
    [/^bath; medicine, 19:30\n\nhttps:\S+$/, /^https:\S+$/],
  )
})

t.test('all nights with the open ones, or the nights of one parent', async t => {
  const nights = [
    ...inTurn('2026-11-20', 3),
    sitter('2026-11-23', 'Maria'),
    assignment('2026-11-24', null),
  ]
  const starts = (parent: FeedFacts['parent']) =>
    readEvents(calendar({ nights, parent })).map(({ start }) => start.slice(-2))
  t.same(starts(null), ['20', '21', '22', '23', '24'])
  t.same(starts('a'), ['20', '22'])
  t.same(starts('b'), ['21'])
})

t.test('an open night says so, and without a public address, events have no link', async t => {
  const nights = [assignment('2026-11-24', null)]
  for (const publicUrl of ['https://routine.example.com', null]) {
    const [event] = readEvents(calendar({ nights, publicUrl }))
    t.equal(event?.summary, '[No one yet] 🌃👶Routine')
    t.notMatch(event?.description, /away/)
  }
  const [event] = readEvents(calendar({ nights: inTurn('2026-11-20', 1), publicUrl: null }))
  t.equal(event?.description, '')
})

t.test('the feed has a name and a refresh interval', async t => {
  t.match(calendar({}), '\r\nX-WR-CALNAME:Night Routine\r\n')
  t.match(calendar({ parent: 'b' }), '\r\nX-WR-CALNAME:Night Routine: Robin\r\n')
  t.match(
    calendar({ parent: 'b', wording: wordingFor('fr') }),
    '\r\nX-WR-CALNAME:Night Routine\u202f: Robin\r\n',
  )
  t.match(calendar({}), '\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  t.match(calendar({}), '\r\nX-PUBLISHED-TTL:PT1H\r\n')
  t.same(faultsOf(calendar({})), [])
})

const uid = (more: Partial<FeedFacts>) => readEvents(calendar(more))[0]?.uid
t.test('an event keeps its id when its night changes', async t => {
  const first = uid({ nights: [assignment('2026-11-20', 'a')] })
  t.equal(uid({ nights: [assignment('2026-11-20', 'b', { id: 9n, revision: 7n })] }), first)
  t.equal(uid({ nights: [sitter('2026-11-20', 'Maria')], publicUrl: 'http://x' }), first)
  t.not(uid({ nights: [assignment('2026-11-21', 'a')] }), first)
  t.not(uid({ nights: [assignment('2026-11-20', 'a')], installation: 'another' }), first)
})

t.test('output is deterministic, and holds no private data and no reason', async t => {
  const nights = [...inTurn('2026-11-20', 30), sitter('2026-12-20', 'Maria')]
  const file = calendar({ nights })
  t.equal(calendar({ nights }), file)
  t.notMatch(file, settings.installation)
  t.notMatch(file.replaceAll('@night-routine', ''), '@')
  t.notMatch(file, /ORGANIZER|ATTENDEE/)
  const night = assignment('2026-11-20', 'a')
  const another = { ...night, explanation: null, reason: 'Unavailability' }
  t.equal(calendar({ nights: [night] }), calendar({ nights: [another] }))
})

t.test('folds, escapes and reads back any name', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
    .filter(text => !/\p{Cc}|[\u2028\u2029]/u.test(text) && text.isWellFormed())
  fc.assert(
    fc.property(name, name, (a, maria) => {
      const nights = [assignment('2026-11-20', 'a'), sitter('2026-11-21', maria)]
      const file = calendar({ nights, names: { a, b: 'Robin' } })
      const read = readEvents(file).map(({ summary }) => summary)
      return (
        faultsOf(file).length === 0 &&
        read[0] === `[${a}] 🌃👶Routine` &&
        read[1] === `[${maria}] 🌃👶Routine`
      )
    }),
    {
      examples: [
        ['a\\b;c,d:"e"', '👩‍👩‍👧‍👦'.repeat(20)],
        ['é'.repeat(80), '\\n'],
      ],
    },
  )
})

t.test('covers the previous month up to the planning horizon', async t => {
  const { from, to } = feedRange(day('2026-03-31'), 366)
  t.same([from.toString(), to.toString()], ['2026-02-01', '2027-04-01'])
})

const changedAt = (nights: string[], lastChange: string | null) =>
  feedChangedAt({
    nights: nights.map(text => ({ updatedAt: at(text) })),
    lastChange: lastChange === null ? null : at(lastChange),
    tonight: day('2026-11-20'),
    settings,
  }).toString()

t.test('changes with its latest night, the latest recorded change, or the month', async t => {
  t.equal(changedAt([], null), '2026-11-01T03:00:00Z', 'at four in the morning in Paris')
  t.equal(changedAt(['2026-10-01T00:00:00Z'], null), '2026-11-01T03:00:00Z')
  t.equal(changedAt(['2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'], null), '2026-11-03T00:00:00Z')
  t.equal(changedAt(['2026-11-02T00:00:00Z'], '2026-11-04T00:00:00Z'), '2026-11-04T00:00:00Z')
})
