import { initialSettings } from '@night-routine/testing/household'
import type { HouseholdSettings } from '@night-routine/household'
import t from 'tap'
import {
  accountName,
  setUpPeople,
  settingsFromMembers,
  timeZoneFrom,
  type SetUpPeople,
} from '../../../src/household/calendars/first-settings.ts'

const household = (
  a: string | null,
  b: string | null,
  timeZone: string | null = null,
): HouseholdSettings => ({
  ...initialSettings,
  timeZone,
  parents: {
    a: { name: a, unavailableWeekdays: [], ratherNotWeekdays: [] },
    b: { name: b, unavailableWeekdays: [], ratherNotWeekdays: [] },
  },
})
const unnamed = household(null, null)
const account = (email: string, more: object = {}) => ({ email, parent: null, name: null, ...more })

t.test('reads a first name from an account', async t => {
  for (const [email, name, expected] of [
    ['alex@example.com', null, 'Alex'],
    ['alex@example.com', 'Alexandra', 'Alexandra'],
    ['alex@example.com', ' Zoë O’Neill ', 'Zoë O’Neill'],
    ['alex.smith+routine@example.com', null, 'Alex'],
    ['jean-pierre_dupont@example.com', null, 'Jean-Pierre'],
    ['élodie84@example.com', null, 'Élodie'],
    ['McKay@example.com', null, 'McKay'],
    ['alex@example.com', '[Alex]', 'Alex'],
    ['alex@example.com', 'x'.repeat(100), 'Alex'],
    ['123@example.com', null, null],
  ] as const)
    t.equal(accountName({ email, name }), expected, `${email} ${name}`)
})

t.test('matches members to parents by name, list and choice', async t => {
  const listed = ['alex@example.com', 'robin@example.com']
  const people = (more: Partial<Parameters<typeof setUpPeople>[0]>) =>
    setUpPeople({ email: 'alex@example.com', members: [], listed, current: unnamed, ...more })
  t.same(people({}), {
    you: 'a',
    neither: false,
    names: { a: 'Alex', b: 'Robin' },
    other: null,
  })
  t.match(people({ listed: ['alex@example.com'] }), { names: { a: 'Alex', b: null } })
  t.match(
    people({ members: [account('alex@example.com'), account('kim@example.com')] }),
    { names: { a: 'Alex', b: 'Kim' }, other: 'kim@example.com' },
    'an account comes before the list',
  )
  t.match(
    people({ members: [account('alex@example.com', { parent: 'b' })] }),
    { you: 'b', names: { a: 'Robin', b: 'Alex' } },
    'what the account says',
  )
  t.equal(people({ current: household('Robin', 'alex') }).you, 'b', 'the name says it')
  const taken = [account('robin@example.com', { parent: 'a' })]
  t.match(people({ members: taken }), { you: 'b', neither: false }, 'the one that is free')
  const both = [...taken, account('kim@example.com', { parent: 'b' })]
  t.match(
    people({ members: both }),
    { neither: true, names: { a: 'Robin', b: 'Kim' }, other: null },
    'neither, where both are taken',
  )
  t.match(people({ members: [...both, account('alex@example.com', { parent: 'a' })] }), {
    you: 'a',
    neither: false,
  })
})

const fill = (
  current: HouseholdSettings,
  people: Partial<SetUpPeople>,
  timeZone: string | null = null,
) =>
  settingsFromMembers(
    current,
    { you: 'a', neither: false, names: { a: 'Alex', b: 'Robin' }, other: null, ...people },
    { calendar: { timeZone }, fallback: 'Other parent' },
  )
const names = ({ parents: { a, b } }: HouseholdSettings) => [a.name, b.name]

t.test('a household without names gets those of the members', async t => {
  t.same(names(fill(unnamed, {})), ['Alex', 'Robin'])
  t.same(names(fill(unnamed, { names: { a: 'Alex', b: null } })), ['Alex', 'Other parent'])
  t.same(names(fill(unnamed, { names: { a: 'Alex', b: 'ALEX' } })), ['Alex', 'Other parent'])
  t.same(names(fill(unnamed, { names: { a: 'Zoë', b: 'Zoe' } })), ['Zoë', 'Other parent'])
  t.same(names(fill(unnamed, { names: { a: null, b: null } })), ['Other parent', 'Other parent 2'])
  t.same(
    names(fill(unnamed, { you: 'b', names: { a: 'Robin', b: 'Alex' } })),
    ['Robin', 'Alex'],
    'as the second parent',
  )
  t.same(names(fill(household('Ada', null), {})), ['Ada', 'Robin'])
  const named = household('Ada', 'Bob')
  t.equal(fill(named, {}, 'Asia/Tokyo'), named, 'and one with names keeps everything')

  t.equal(fill(unnamed, {}, 'Asia/Tokyo').timeZone, 'Asia/Tokyo')
  t.equal(fill(unnamed, {}, 'Mars/Base').timeZone, null)
  for (const chosen of ['Europe/Paris', 'UTC'])
    t.equal(fill(household(null, null, chosen), {}, 'Asia/Tokyo').timeZone, chosen)
  const real = household('Parent A', 'Parent B')
  t.equal(fill(real, {}), real, 'these can be real names')
})

t.test('the time zone is the one that was chosen, else the calendar’s', async t => {
  for (const chosen of ['Europe/Paris', 'UTC'])
    t.equal(timeZoneFrom({ timeZone: chosen }, { timeZone: 'Asia/Tokyo' }), chosen)
  t.equal(timeZoneFrom({ timeZone: null }, { timeZone: 'Asia/Tokyo' }), 'Asia/Tokyo')
  t.equal(timeZoneFrom({ timeZone: null }, { timeZone: null }), null)
  t.equal(timeZoneFrom({ timeZone: null }, undefined), null)
})
