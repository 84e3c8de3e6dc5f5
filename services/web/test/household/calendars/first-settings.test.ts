import { initialSettings } from '@night-routine/testing/household'
import type { HouseholdSettings } from '@night-routine/household'
import t from 'tap'
import {
  accountName,
  setUpPeople,
  settingsFromMembers,
  timeZoneFrom,
} from '../../../src/household/calendars/first-settings.ts'

const household = (a: string | null, b: string | null, timeZone: string | null = null) => {
  const free = { unavailableWeekdays: [], ratherNotWeekdays: [] }
  const parents = { a: { name: a, ...free }, b: { name: b, ...free } }
  return { ...initialSettings, timeZone, parents } satisfies HouseholdSettings
}
const unnamed = household(null, null)
const alex = 'alex@example.com'

t.test('reads a first name from an account', async t => {
  for (const [email, name, expected] of [
    [alex, null, 'Alex'],
    [alex, ' Zoë O’Neill ', 'Zoë O’Neill'],
    ['alex.smith+routine@example.com', null, 'Alex'],
    ['jean-pierre_dupont@example.com', null, 'Jean-Pierre'],
    ['élodie84@example.com', null, 'Élodie'],
    ['McKay@example.com', null, 'McKay'],
    [alex, '[Alex]', 'Alex'],
    [alex, 'x'.repeat(100), 'Alex'],
    ['123@example.com', null, null],
  ] as const)
    t.equal(accountName({ email, name }), expected, `${email} ${name}`)
})

const member = (email: string, parent: 'a' | 'b' | null = null) => ({ email, parent, name: null })

t.test('matches members to parents by name, list and choice', async t => {
  const taken = [member('robin@example.com', 'a')]
  const both = [...taken, member('kim@example.com', 'b')]
  for (const [more, expected] of [
    [{}, { you: 'a', neither: false, names: { a: 'Alex', b: 'Robin' }, other: null }],
    [{ listed: [alex] }, { names: { a: 'Alex', b: null } }],
    [
      { members: [member(alex), member('kim@example.com')] },
      { names: { a: 'Alex', b: 'Kim' }, other: 'kim@example.com' },
    ],
    [{ members: [member(alex, 'b')] }, { you: 'b', names: { a: 'Robin', b: 'Alex' } }],
    [{ current: household('Robin', 'alex') }, { you: 'b' }],
    [{ members: taken }, { you: 'b', neither: false }],
    [{ members: both }, { neither: true, names: { a: 'Robin', b: 'Kim' }, other: null }],
    [{ members: [...both, member(alex, 'a')] }, { you: 'a', neither: false }],
  ] as const) {
    const facts = { members: [], listed: [alex, 'robin@example.com'], current: unnamed }
    t.match(setUpPeople({ email: alex, ...facts, ...more }), expected)
  }
})

const fill = (
  current: HouseholdSettings,
  names: { a: string | null; b: string | null } = { a: 'Alex', b: 'Robin' },
  timeZone: string | null = null,
) =>
  settingsFromMembers(
    current,
    { you: 'a', neither: false, names, other: null },
    { calendar: { timeZone }, fallback: 'Other parent' },
  )

t.test('a household without names and zone gets those of the members and the calendar', async t => {
  for (const [current, given, a, b] of [
    [unnamed, undefined, 'Alex', 'Robin'],
    [unnamed, { a: 'Alex', b: null }, 'Alex', 'Other parent'],
    [unnamed, { a: 'Alex', b: 'ALEX' }, 'Alex', 'Other parent'],
    [unnamed, { a: 'Zoë', b: 'Zoe' }, 'Zoë', 'Other parent'],
    [unnamed, { a: null, b: null }, 'Other parent', 'Other parent 2'],
    [household('Ada', null), undefined, 'Ada', 'Robin'],
  ] as const)
    t.match(fill(current, given).parents, { a: { name: a }, b: { name: b } })
  for (const named of [household('Ada', 'Bob'), household('Parent A', 'Parent B')])
    t.equal(fill(named, undefined, 'Asia/Tokyo'), named, 'one with names keeps everything')
  t.equal(fill(unnamed, undefined, 'Asia/Tokyo').timeZone, 'Asia/Tokyo')
  t.equal(fill(unnamed, undefined, 'Mars/Base').timeZone, null)
  const tokyo = { timeZone: 'Asia/Tokyo' }
  t.equal(timeZoneFrom({ timeZone: 'UTC' }, tokyo), 'UTC', 'the one that was chosen')
  t.equal(timeZoneFrom({ timeZone: null }, tokyo), 'Asia/Tokyo')
  t.equal(timeZoneFrom({ timeZone: null }, undefined), null)
})
