import type { Caregiver, ExplainedSplit, Explanation } from '@night-routine/fairness'
import { languages, wordingFor, type ExplainedNight } from '@night-routine/wording'
import t from 'tap'
import { because } from './because.ts'
import { textsOf } from './message-types.ts'

const english = wordingFor('en')

/** A split with this share of a, and what both have done by weight. */
const split = (share: number, a: number, b: number): ExplainedSplit => ({
  share: { a: share, b: 100 - share },
  weight: 1,
  totals: { a, b },
  last30: { a, b },
})

const sentence = (
  caregiver: Caregiver | null,
  explanation: Partial<Explanation>,
  people: Partial<ExplainedNight> = {},
) =>
  english.explain({
    explanation: because(explanation),
    caregiver,
    names: { a: 'Alex', b: 'Robin' },
    babysitter: null,
    ...people,
  })

t.test('leaves out counts and dates for calendar events', async t => {
  const absence = { from: '2026-11-12', to: '2026-11-18' }
  const table: [Partial<Explanation>, string][] = [
    [{ reason: 'Total Count' }, 'Alex has done fewer nights than Robin.'],
    [{ reason: 'Recent Count' }, 'Alex has done fewer nights than Robin lately.'],
    [{ reason: 'Total Count', split: split(60, 2, 2) }, 'By the agreed split, it’s Alex’s turn.'],
    [
      { reason: 'Recent Count', split: split(60, 2, 2) },
      'By the agreed split and the last 30 nights, it’s Alex’s turn.',
    ],
    [
      { reason: 'Unavailability', ratherNot: ['b'] },
      'Robin would rather not do this night, so Alex does.',
    ],
    [
      { reason: 'Consecutive Limit', streak: { parent: 'b', nights: 3 } },
      'Robin had several turns in a row, so it’s Alex’s turn.',
    ],
    [{ reason: 'Unavailability', absence }, 'Alex again, which keeps the nights around it fair.'],
    [{ reason: 'Unavailability', away: ['b'] }, 'Robin is away, so Alex does this night.'],
    [{ reason: 'Override' }, 'Alex took this night.'],
  ]
  for (const [explanation, said] of table)
    t.equal(
      english.explainWithoutCounts({
        explanation: because(explanation),
        caregiver: 'a',
        names: { a: 'Alex', b: 'Robin' },
        babysitter: null,
      }),
      said,
    )
})

t.test('explains why this parent and not the other', async t => {
  const absence = { from: '2026-11-12', to: '2026-11-18' }
  const table: [Caregiver | null, Partial<Explanation>, string][] = [
    [null, { away: ['a', 'b'] }, 'Alex and Robin are both away, so no one has this night yet.'],
    ['a', { reason: 'Override' }, 'Alex took this night.'],
    ['b', { reason: 'Override', away: ['b'] }, 'Robin took this night.'],
    ['a', { reason: 'Unavailability', away: ['b'] }, 'Robin is away, so Alex does this night.'],
    ['b', { reason: 'Unavailability', away: ['a'] }, 'Alex is away, so Robin does this night.'],
    [
      'a',
      { reason: 'Unavailability', absence },
      'Alex’s turn: Robin does Thursday 12 to Wednesday 18 November in Alex’s place.',
    ],
    [
      'b',
      { reason: 'Unavailability', absence: { from: '2026-11-30', to: '2026-12-02' } },
      'Robin’s turn: Alex does Monday 30 November to Wednesday 2 December in Robin’s place.',
    ],
    [
      'b',
      { reason: 'Unavailability', absence: { from: '2026-11-30', to: '2026-11-30' } },
      'Robin’s turn: Alex does Monday 30 November in Robin’s place.',
    ],
    ['a', { reason: 'Unavailability' }, 'Alex again, which keeps the nights around it fair.'],
    ['b', { reason: 'Unavailability' }, 'Robin again, which keeps the nights around it fair.'],
    [
      'a',
      { reason: 'Consecutive Limit', streak: { parent: 'b', nights: 2 } },
      'Robin had the last two turns, so it’s Alex’s turn.',
    ],
    [
      'b',
      { reason: 'Consecutive Limit', streak: { parent: 'a', nights: 13 } },
      'Alex had the last 13 turns, so it’s Robin’s turn.',
    ],
    [
      'a',
      { reason: 'Total Count', totals: { a: 14, b: 16 } },
      'Alex has done fewer nights in all: 14 to Robin’s 16.',
    ],
    [
      'b',
      { reason: 'Total Count', totals: { a: 3, b: 1 } },
      'Robin has done fewer nights in all: 1 to Alex’s 3.',
    ],
    [
      'a',
      { reason: 'Recent Count', totals: { a: 9, b: 9 }, last30: { a: 14, b: 15 } },
      'Alex has done fewer in the last 30 nights: 14 to Robin’s 15.',
    ],
    [
      'b',
      { reason: 'Recent Count', last30: { a: 4, b: 0 } },
      'Robin has done fewer in the last 30 nights: 0 to Alex’s 4.',
    ],
    [
      'a',
      { reason: 'Unavailability', ratherNot: ['b'] },
      'Robin would rather not do this night, so Alex does.',
    ],
    [
      'a',
      { reason: 'Unavailability', ratherNot: ['a'] },
      'Alex again, which keeps the nights around it fair.',
    ],
    [
      'a',
      { reason: 'Total Count', totals: { a: 12, b: 18 }, split: split(60, 12, 18) },
      'Alex has done 12 of 30 nights in all; 18 is Alex’s share.',
    ],
    [
      'b',
      { reason: 'Total Count', totals: { a: 13, b: 7 }, split: split(60, 13, 7) },
      'Robin has done 7 of 20 nights in all; 8 is Robin’s share.',
    ],
    [
      'a',
      { reason: 'Total Count', totals: { a: 12, b: 8 }, split: split(60, 12, 8) },
      'Alex’s share is 60 %, so Alex has this night, too.',
    ],
    [
      'a',
      { reason: 'Total Count', totals: { a: 12, b: 18 }, split: split(60, 12.5, 21) },
      'Alex has done 12.5 of 33.5 in all, by weight; 20.1 is Alex’s share.',
    ],
    [
      'a',
      { reason: 'Total Count', totals: { a: 12, b: 12 }, split: split(50, 12.5, 14) },
      'Alex has done fewer nights in all, by weight: 12.5 to Robin’s 14.',
    ],
    [
      'a',
      { reason: 'Recent Count', last30: { a: 5, b: 5 }, split: split(55, 5, 5) },
      'In the last 30 nights Alex has done 5 of 10; 5.5 is Alex’s share.',
    ],
    [
      'a',
      { reason: 'Recent Count', last30: { a: 5, b: 5 }, split: split(50, 5, 5.5) },
      'Alex has done fewer by weight in the last 30 nights: 5 to Robin’s 5.5.',
    ],
    [
      'a',
      { reason: 'Alternating', streak: { parent: 'b', nights: 1 } },
      'Robin had the last turn, so it’s Alex’s turn.',
    ],
    ['a', { reason: 'Alternating' }, 'Alex has the first turn.'],
    ['b', {}, 'Robin does this night.'],
  ]
  for (const [caregiver, explanation, expected] of table) {
    t.equal(sentence(caregiver, explanation), expected)
  }
})

t.test('a babysitter counts for neither parent, and names appear as typed', async t => {
  t.equal(
    sentence('babysitter', { reason: 'Override' }, { babysitter: { name: 'Kim' } }),
    'Kim babysits, so this night counts for neither parent.',
  )

  const names = { a: '<b>Zoë & "Z"</b>', b: '👩‍🚀 $& $1' }
  t.equal(
    sentence('a', { reason: 'Unavailability', away: ['b'] }, { names }),
    '👩‍🚀 $& $1 is away, so <b>Zoë & "Z"</b> does this night.',
  )
})

t.test('formats dates', async t => {
  t.equal(english.night(Temporal.PlainDate.from('2026-11-12')), 'Thursday 12 November')
  t.equal(english.night(Temporal.PlainDate.from('2028-02-29')), 'Tuesday 29 February')
  t.equal(english.shortNight(Temporal.PlainDate.from('2026-11-12')), 'Thu 12 Nov')
  const listed = (...dates: string[]) =>
    english.list(english.days(dates.map(date => Temporal.PlainDate.from(date))))
  t.equal(listed('2027-01-03', '2027-01-17', '2027-01-31'), '3, 17 and 31 January')
  t.equal(
    listed('2027-01-17', '2027-01-31', '2027-02-14'),
    '17 January, 31 January and 14 February',
  )
  t.equal(english.month('2026-11'), 'November 2026')
  t.equal(english.month('2027-01'), 'January 2027')
  const days = [1, 2, 3, 4, 5, 6, 7]
  t.same(
    days.map(day => english.weekday(day)),
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  )
  t.same(
    days.map(day => english.weekday(day, 'short')),
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  )
})

t.test('an unknown language falls back to English', async t => {
  t.equal(wordingFor('xx').month('2026-11'), 'November 2026')
  t.equal(wordingFor('constructor').month('2026-11'), 'November 2026')
})

t.test('says whose calendar it is, also where a sentence starts', async t => {
  const caldav = { calendar: 'caldav', signIn: 'id.example.org' } as const
  const wording = wordingFor('en', caldav)
  t.equal(wording.say('calendarError.timeout'), 'The calendar server took too long to answer.')
  t.equal(wording.say('calendars.disconnectTitle'), 'Disconnect your calendar')
  t.equal(wording.say('signIn.unverified', { email: 'a' }), 'id.example.org hasn’t verified a.')
  const french = wordingFor('fr', caldav)
  t.equal(
    french.say('calendarError.timeout'),
    'Le serveur d’agenda a mis trop de temps à répondre.',
  )
  t.notMatch(wording.say('calendars.none'), /Google|Create new/)
  const google = wordingFor('en', { calendar: 'google', signIn: 'x' })
  t.match(google.say('calendars.none'), 'Create new calendar')
})

t.test('with a calendar server, Google is named only where it is Google’s own', async t => {
  // The page for settings offers the choice, and the program that nights are brought in from writes to Google alone.
  const ofGoogle =
    /^google\.|^(provider|calendarService)\.google$|^calendars\.elsewhereTitle$|^calendarError\.not-a-calendar-user$|^firstStart\.|^import\.eventsStay$/
  for (const language of languages)
    for (const [key, text] of Object.entries(textsOf(language)))
      if (/google/i.test(text) && !ofGoogle.test(key))
        t.ok(textsOf(language)[`caldav.${key}`], `${language}: ${key}`)
})
