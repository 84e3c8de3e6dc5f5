import t from 'tap'
import { feedCalendar, type FeedFacts } from '../../src/feed/feed-calendar.ts'
import { wordingFor } from '../../src/index.ts'
import { feedReaders, type FeedRead } from './feed-readers.ts'
import { assignment, day, inTurn, settings, sitter } from './nights.ts'
import { faultsOf } from './rfc5545.ts'

const facts: FeedFacts = {
  nights: [],
  parent: null,
  names: { a: 'Alex', b: 'Robin' },
  installation: settings.installation,
  publicUrl: null,
  wording: wordingFor('en'),
}

/** A night as every program must find it. */
const night = (start: string, title: string, text = '') => ({
  start,
  end: day(start).add({ days: 1 }).toString(),
  title: `[${title}] 🌃👶Routine`,
  text,
  transparency: 'TRANSPARENT',
  busy: 'FREE',
})

const link = (date: string) =>
  `https://nights.example.org/?month=${date.slice(0, 7)}&night=${date.replaceAll('-', '')}#night`

const familyOfFour = '👩‍👩‍👧‍👦'
const quoted = 'Zoë "Zo", the 1st; of: two'
const lines = 'Bath at 19:30; then:\n\n1. "Goodnight, Moon"\n2. lights out, door ajar\n'

/** What is in a feed, and what each parser must find. `name` is the calendar's. */
const table: [what: string, FeedFacts, name: string, FeedRead['nights']][] = [
  ['an empty plan', facts, 'Night Routine', []],
  [
    'parents, a babysitter and an open night',
    {
      ...facts,
      nights: [
        ...inTurn('2026-11-20', 2),
        sitter('2026-11-22', 'Maria'),
        assignment('2026-11-23', null),
      ],
    },
    'Night Routine',
    [
      night('2026-11-20', 'Alex'),
      night('2026-11-21', 'Robin'),
      night('2026-11-22', 'Maria'),
      night('2026-11-23', 'No one yet'),
    ],
  ],
  [
    'one parent in French',
    { ...facts, nights: inTurn('2026-11-20', 4), parent: 'b', wording: wordingFor('fr') },
    'Night Routine\u202f: Robin',
    [night('2026-11-21', 'Robin'), night('2026-11-23', 'Robin')],
  ],
  [
    'quotes, commas, semicolons, colons and emoji in a name',
    {
      ...facts,
      nights: [assignment('2026-11-20', 'a'), assignment('2026-11-22', 'b')],
      parent: 'a',
      names: { a: `${familyOfFour}, ${quoted} \\o/`, b: 'Robin' },
    },
    `Night Routine: ${familyOfFour}, ${quoted} \\o/`,
    [night('2026-11-20', `${familyOfFour}, ${quoted} \\o/`)],
  ],
  [
    'notes with several lines and a link',
    {
      ...facts,
      nights: inTurn('2026-11-20', 2),
      notes: new Map([['2026-11-20', lines]]),
      publicUrl: 'https://nights.example.org',
    },
    'Night Routine',
    [
      night('2026-11-20', 'Alex', `${lines}\n\n${link('2026-11-20')}`),
      night('2026-11-21', 'Robin', link('2026-11-21')),
    ],
  ],
  [
    'lines of two, three and four octets a character, which are folded',
    {
      ...facts,
      nights: [assignment('2026-11-20', 'a'), sitter('2026-11-21', 'é'.repeat(80))],
      names: { a: '母'.repeat(80), b: 'Robin' },
      notes: new Map([['2026-11-20', `${familyOfFour}${'🍼'.repeat(300)}`]]),
    },
    'Night Routine',
    [
      night('2026-11-20', '母'.repeat(80), `${familyOfFour}${'🍼'.repeat(300)}`),
      night('2026-11-21', 'é'.repeat(80)),
    ],
  ],
]

const named = (name: string) => ({
  name,
  oldName: name,
  refresh: 'PT1H',
  oldRefresh: 'PT1H',
})

for (const [library, read] of Object.entries(feedReaders))
  t.test(`${library} finds what is in the feed`, async t => {
    for (const [what, given, name, nights] of table) {
      const file = feedCalendar(given)
      t.same(faultsOf(file), [], what)
      t.same(read(file), { ...named(name), nights }, what)
    }
  })

// icalendar 4 of Debian 12 and node-ical take the escaped backslash and its n for a line break.
t.test('ical.js and vobject read a backslash before an n', async t => {
  const file = feedCalendar({ ...facts, nights: [sitter('2026-11-20', '\\nina')] })
  for (const library of ['ical.js', 'vobject'])
    t.equal(feedReaders[library]?.(file).nights[0]?.title, '[\\nina] 🌃👶Routine', library)
})

// Clocks change at midnight in Santiago, so a day there may have no midnight; an hour later or earlier in the others.
for (const timeZone of ['America/Santiago', 'Europe/Paris', 'America/New_York', 'Pacific/Auckland'])
  t.test(`a year has every date once for a program in ${timeZone}`, async t => {
    const before = process.env['TZ']
    t.teardown(() => {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    })
    process.env['TZ'] = timeZone
    t.equal(Temporal.Now.timeZoneId(), timeZone)
    const nights = inTurn('2027-01-01', 365)
    const file = feedCalendar({ ...facts, nights })
    const dates = nights.map(({ night: date }) => date.toString())
    for (const [library, read] of Object.entries(feedReaders))
      t.same(
        read(file).nights.map(({ start }) => start),
        dates,
        library,
      )
  })
