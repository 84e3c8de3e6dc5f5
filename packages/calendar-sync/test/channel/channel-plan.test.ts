import type { Channel } from '@night-routine/database/calendar'
import * as fc from 'fast-check'
import t from 'tap'
import { channelPlan, followState, type ChannelFacts } from '@night-routine/calendar-sync'

const start = Temporal.Instant.from('2026-11-20T18:00:00Z')
const address = 'https://nights.example.org/api/webhook/calendar'

let number = 0
/** A live channel of 9 hours that was opened this many hours ago. */
function channel(hours: number, more: Partial<Channel> = {}): Channel {
  number += 1
  const createdAt = start.subtract({ minutes: Math.round(hours * 60) })
  return {
    id: BigInt(number),
    channelId: `channel ${number}`,
    calendarId: 'family',
    resourceId: 'resource',
    tokenHash: 'hash',
    address,
    expiration: createdAt.add({ hours: 9 }),
    state: 'live',
    retiredAt: null,
    createdAt,
    ...more,
  }
}

function planned(channels: Channel[], more: Partial<ChannelFacts> = {}) {
  const facts = { channels, calendarId: 'family', address, now: start, ...more }
  const { open, replace, stop } = channelPlan(facts)
  const places = (some: Channel[]) => some.map(one => channels.indexOf(one))
  return { open, replace: places(replace), stop: places(stop) }
}

t.test('keeps one live channel, renewed when a third of its lifetime is left', async t => {
  const table: [
    is: string,
    channels: Channel[],
    open: boolean,
    replace: number[],
    stop: number[],
  ][] = [
    ['none', [], true, [], []],
    ['new', [channel(0)], false, [], []],
    ['before its last third', [channel(5.99)], false, [], []],
    ['in its last third', [channel(6)], true, [0], []],
    ['about to end', [channel(8.99)], true, [0], []],
    ['ended', [channel(9)], true, [], [0]],
    ['ended long ago', [channel(1000)], true, [], [0]],
    ['two', [channel(1), channel(0)], false, [], [0]],
    ['two, one of them old', [channel(7), channel(1)], false, [], [0]],
    ['two, both old', [channel(7), channel(8)], true, [0, 1], []],
    ['another address', [channel(0, { address: 'https://old.example.org/' })], true, [0], []],
    ['of another calendar', [channel(0, { calendarId: 'other' })], true, [], [0]],
    [
      'never confirmed',
      [channel(0, { state: 'pending', expiration: null, resourceId: null })],
      true,
      [],
      [0],
    ],
    [
      'never confirmed, next to a live one',
      [channel(0, { state: 'pending', expiration: null }), channel(0)],
      false,
      [],
      [0],
    ],
    ['retired', [channel(0, { state: 'retired' })], true, [], [0]],
    ['retired, next to a live one', [channel(7, { state: 'retired' }), channel(0)], false, [], [0]],
  ]
  for (const [is, channels, open, replace, stop] of table)
    t.same(planned(channels), { open, replace, stop }, is)
})

t.test('plans no channel without an address or a selected calendar', async t => {
  const channels = [channel(0), channel(7), channel(0, { state: 'retired' })]
  const nothing = { open: false, replace: [], stop: [0, 1, 2] }
  t.same(planned(channels, { address: null }), nothing)
  t.same(planned(channels, { calendarId: null }), nothing)
  t.same(planned([], { address: null }), { open: false, replace: [], stop: [] })
})

t.test('does not renew repeatedly after a clock was changed', async t => {
  const ahead = channel(0, { createdAt: start.add({ hours: 2 }) })
  t.same(planned([ahead]), { open: false, replace: [], stop: [] })
  const short = channel(0, { expiration: start.add({ minutes: 3 }), createdAt: start })
  t.same(planned([short]), { open: false, replace: [], stop: [] })
})

t.test('says how changes in the calendar reach us', async t => {
  const facts = { calendarId: 'family', address, now: start }
  const state = (...channels: Channel[]) => followState({ ...facts, channels })
  t.equal(followState({ ...facts, calendarId: null, channels: [channel(0)] }), 'none')
  t.equal(state(channel(0)), 'live')
  t.equal(state(channel(9), channel(0)), 'live')
  for (const [is, channels] of Object.entries({
    none: [],
    'never confirmed': [channel(0, { state: 'pending', expiration: null })],
    retired: [channel(0, { state: 'retired' })],
    'of another calendar': [channel(0, { calendarId: 'other' })],
    expired: [channel(9)],
  }))
    t.equal(state(...channels), 'polling', is)
})

const anyChannel = fc
  .record({
    hours: fc.integer({ min: -2, max: 20 }),
    state: fc.constantFrom('pending', 'live', 'retired'),
    calendarId: fc.constantFrom('family', 'other'),
    at: fc.constantFrom(address, 'https://old.example.org/'),
  })
  .map(({ hours, at, ...more }) => channel(hours, { ...more, address: at }))
const anyFacts = fc.record({
  channels: fc.array(anyChannel, { maxLength: 6 }),
  calendarId: fc.constantFrom('family', null),
  address: fc.constantFrom(address, null),
  now: fc.constant(start),
})

t.test('a plan that was carried out needs no further steps', async t => {
  const property = fc.property(anyFacts, facts => {
    const { open, replace, stop } = channelPlan(facts)
    const left = facts.channels.filter(one => !replace.includes(one) && !stop.includes(one))
    const after = { ...facts, channels: open ? [...left, channel(0)] : left }
    const again = channelPlan(after)
    const wanted = facts.calendarId !== null && facts.address !== null
    return (
      !again.open &&
      again.stop.length === 0 &&
      again.replace.length === 0 &&
      after.channels.length === (wanted ? 1 : 0)
    )
  })
  t.doesNotThrow(() => fc.assert(property, { numRuns: 2000 }))
})

t.test('stops no working channel before another one works', async t => {
  const property = fc.property(anyFacts, facts => {
    const { open, stop } = channelPlan(facts)
    if (!open) return true
    return stop.every(
      ({ state, calendarId, expiration }) =>
        state !== 'live' ||
        calendarId !== facts.calendarId ||
        (expiration?.epochMilliseconds ?? 0) <= start.epochMilliseconds,
    )
  })
  t.doesNotThrow(() => fc.assert(property, { numRuns: 2000 }))
})
