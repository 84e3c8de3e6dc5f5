import { eventHash } from '../src/event-hash.ts'
import t from 'tap'
import {
  assign,
  babysitter,
  edited,
  known,
  names,
  night,
  ours,
  planned,
  removed,
  restore,
  routine,
  same,
  timed,
  verdict,
  written,
} from './judging.ts'

t.test('a known version is an echo, whatever it says', async t => {
  t.same(verdict(written()), { kind: 'echo' })
  t.same(verdict({ ...written(), summary: '[Robin]' }), { kind: 'echo' })
  t.same(verdict({ ...removed, etag: '"1"' }), { kind: 'echo' })
})

t.test('a new version with our text is ours', async t => {
  t.same(verdict(edited({})), ours, 'only color, reminders or description changed')
  t.same(verdict(edited({ properties: {} })), ours, 'even without our properties')
  t.same(verdict(edited({ summary: ` [Alex] ${routine} ` })), ours, 'outer spaces are ignored')
  const decomposed = edited({ summary: `[Zoe\u0308] ${routine}`, properties: {} })
  const composed = eventHash({ ...written(), summary: `[Zoë] ${routine}` })
  t.same(verdict(decomposed, { known: known({ pushedMeaning: composed }) }), ours)
})

t.test('recognizes an unrecorded write by the hash on the event', async t => {
  const unrecorded = { ...written('b'), etag: '"2"' }
  for (const pushedMeaning of [eventHash(written('a')), null])
    for (const state of ['present', 'adopted', 'rejected', 'deleted', 'removed'] as const)
      for (const caregiver of ['a', 'b'] as const)
        t.same(
          verdict(unrecorded, {
            known: known({ pushedMeaning, state }),
            night: planned(caregiver),
          }),
          ours,
          `${state}, ${String(pushedMeaning)}, planned ${caregiver}`,
        )
})

t.test('recognizes a person’s text restored after our write', async t => {
  const later = { ...written().properties, hash: written('b').properties.hash }
  const back = edited({ properties: later })
  t.same(verdict(back, { night: planned('b') }), assign('a'), 'the response to that write was lost')
  t.same(verdict(back), same, 'unless it matches the plan')
  const recorded = known({ pushedMeaning: later.hash, judgedMeaning: 'of a person' })
  t.same(
    verdict(back, { known: recorded, night: planned('b') }),
    assign('a'),
    'or the response arrived',
  )
  const bare = { known: known({ judgedMeaning: 'of a person' }), night: planned('b') }
  t.same(verdict(edited({ properties: {} }), bare), assign('a'), 'or our hash is gone')
})

t.test('the text of an event that cannot be read is neither ours nor a person’s', async t => {
  const because = 'event-unreadable'
  const unreadable = edited({ summary: '', startDate: null, endDate: null, unreadable: true })
  t.same(verdict(unreadable), { kind: 'restore', because })
  t.same(verdict({ ...unreadable, etag: known().etag ?? '' }), { kind: 'echo' })
})

t.test('the title says who does the night', async t => {
  const table: [string, object][] = [
    [`[Robin] ${routine}`, assign('b')],
    ['[robin]', assign('b')],
    ['[ ROBIN ] whatever', assign('b')],
    ['Robin', assign('b')],
    ['  robin   routine', assign('b')],
    [`Robin ${routine}`, assign('b')],
    [`[Grandma] ${routine}`, babysitter('Grandma')],
    ['[  Aunt   Zoë ]', babysitter('Aunt Zoë')],
    [`[${'👶'.repeat(80)}]`, babysitter('👶'.repeat(80))],
    ['[Alex & Robin]', babysitter('Alex & Robin')],
    ['[alex]', assign('a')],
    ['Alex', assign('a')],
    [`[ALEX] ${routine} ♥`, assign('a')],
    ['Grandma', restore('unreadable')],
    ['', restore('unreadable')],
    ['   ', restore('unreadable')],
    [routine, restore('unreadable')],
    [`[] ${routine}`, restore('unreadable')],
    ['[Alex] [Robin]', restore('unreadable')],
    ['[[Robin]]', restore('unreadable')],
    ['x'.repeat(8192), restore('unreadable')],
    ['[Al\u0007ex]', restore('name-not-allowed')],
    [`[${'x'.repeat(81)}]`, restore('name-not-allowed')],
  ]
  for (const [summary, expected] of table)
    t.same(verdict(edited({ summary })), expected, JSON.stringify(summary).slice(0, 40))
})

t.test('matches names regardless of case, spaces and encoding', async t => {
  const zoe = { names: { ...names, b: ' Anna  Zo\u0308e ' } }
  for (const summary of ['[anna zöe]', '[ANNA  ZÖE]', 'Anna zo\u0308e'])
    t.same(verdict(edited({ summary }), zoe), assign('b'), summary)
})

t.test('keeps a person’s spelling of the planned name', async t => {
  const grandma = {
    night: planned('babysitter', 'Grandma'),
    known: known({ pushedMeaning: eventHash(written('babysitter', 'Grandma')) }),
  }
  t.same(verdict(edited({ summary: '[grandma]' }), grandma), same)
  t.same(verdict(edited({ summary: 'Grandma' }), grandma), same, 'brackets are optional')
  t.same(verdict(edited({ summary: '[Grandpa]' }), grandma), babysitter('Grandpa'))
  t.same(verdict(edited({ summary: '[Alex]' }), grandma), assign('a'))
  t.same(verdict(edited({ status: 'tentative' })), same)
  const nameless = { night: planned('babysitter') }
  t.same(verdict(edited({ summary: '[Kim]' }), nameless), babysitter('Kim'))
})

t.test('the planned name is an edit when the event showed another name', async t => {
  t.same(verdict(edited({ summary: '[robin]' }), { night: planned('b') }), assign('b'))
  const kim = { night: planned('babysitter', 'Kim') }
  t.same(verdict(edited({ summary: 'kim' }), kim), babysitter('kim'))
  const unknown = known({ pushedMeaning: null })
  t.same(verdict(edited({ summary: '[ALEX]', properties: {} }), { known: unknown }), assign('a'))
})

t.test('an open or unplanned night can be assigned', async t => {
  const openNight = { night: planned(null) }
  t.same(verdict(edited({ summary: '[Alex]' }), openNight), assign('a'))
  t.same(verdict(edited({ summary: '[Grandma]' }), openNight), babysitter('Grandma'))
  t.same(verdict(edited({ summary: 'no idea' }), openNight), restore('unreadable'))
})

t.test('moves an event back to its day', async t => {
  const next = night.add({ days: 1 })
  const table: [string, Parameters<typeof edited>[0], string][] = [
    ['the day after', { startDate: next, endDate: next.add({ days: 1 }) }, 'moved'],
    ['a year before', { startDate: night.subtract({ years: 1 }), endDate: night }, 'moved'],
    ['over two days', { endDate: night.add({ days: 2 }) }, 'moved'],
    ['of no day at all', { endDate: night }, 'moved'],
    ['with hours', timed, 'timed'],
    ['with a start time', { startDate: null }, 'timed'],
    ['every week', { repeats: true }, 'repeated'],
  ]
  for (const [name, change, because] of table) {
    t.same(verdict(edited(change)), restore(because), name)
    t.same(verdict(edited({ ...change, summary: 'Bedtime!' })), restore(because), name)
    t.same(
      verdict(edited({ ...change, summary: '[Robin]' })),
      assign('b', because),
      `${name}, and another name: the name counts`,
    )
  }
  t.same(
    verdict(edited({ ...timed, summary: '[Kim]' })),
    { kind: 'babysitter', name: 'Kim', misplaced: 'timed' },
    'a babysitter, too',
  )
})

t.test('moving an event does not choose the name in it', async t => {
  const moved = { startDate: night.add({ days: 2 }), endDate: night.add({ days: 3 }) }
  const table: [string, Parameters<typeof edited>[0], string][] = [
    ['moved', moved, 'moved'],
    ['timed', timed, 'timed'],
    ['repeated', { repeats: true }, 'repeated'],
  ]
  for (const [name, change, because] of table) {
    t.same(
      verdict(edited(change), { night: planned('b') }),
      restore(because),
      `${name} after the plan changed`,
    )
    t.same(
      verdict(edited(change), { night: planned(null) }),
      restore(because),
      `${name}, unplanned`,
    )
    t.same(
      verdict(edited(change), { names: { a: 'Sasha', b: 'Robin' } }),
      restore(because),
      `${name} after a parent was renamed`,
    )
  }
  const kim = eventHash({ ...written(), summary: '[Kim]' })
  const judged = { known: known({ judgedMeaning: kim, state: 'adopted' }), night: planned('a') }
  t.same(verdict(edited({ ...moved, summary: '[Kim]' }), judged), restore('moved'), 'judged before')
  t.same(
    verdict(edited(moved), {
      ...judged,
      known: known({ judgedMeaning: kim, pushedMeaning: null }),
    }),
    restore('moved'),
    'with our text, as its hash says',
  )
  t.same(
    verdict(edited(moved), { ...judged, night: planned('b') }),
    assign('a', 'moved'),
    'restored by a person and moved: the name counts',
  )
})
