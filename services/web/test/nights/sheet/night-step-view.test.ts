import type { Assignment } from '@night-routine/database/nights'
import { message, wordingFor } from '@night-routine/wording'
import t from 'tap'
import type { NightStep } from '../../../src/nights/sheet/night-choices.ts'
import { nightStepView } from '../../../src/nights/sheet/night-step-view.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, month, sitter } from '../../nights.ts'

const facts = {
  people: { ...people, reader: 'a' as const },
  month: null,
  tonight: day('2026-11-20'),
  whenAway: [{ address: '/', text: 'Ask Robin' }],
  wording: wordingFor('en'),
}
const choices = {
  sitters: ['Maria'],
  swappable: [assignment('2026-11-22', 'b')],
  returns: [assignment('2026-11-22', 'b')],
  weight: 1.5,
  isOver: false,
  joined: true,
  asked: false,
}
const nothing = { changed: [], added: [], removed: [], openNights: [], tonightStays: null }
const own = assignment('2026-11-21', 'a')
/** That this night and two others change. */
const moved = {
  ...nothing,
  changed: [
    { night: day('2026-11-21'), before: 'a' as const, after: 'b' as const },
    { night: day('2026-11-22'), before: 'b' as const, after: 'a' as const },
    { night: day('2026-11-29'), before: 'b' as const, after: 'a' as const },
  ],
}

const show = (step: NightStep, night: Assignment = own, more: Partial<typeof choices> = {}) =>
  nightStepView(night, step, { ...choices, ...more }, facts)

t.test('to ask offers the other parent’s nights in return', async t => {
  t.same(show({ choice: 'ask' })?.ask, {
    name: { name: 'Robin', isReader: false },
    longest: 80,
    returns: [{ id: '20261122', label: 'Sun 22 Nov' }],
  })
  t.equal(show({ choice: 'ask' }, assignment('2026-11-21', 'b')), null, 'not one’s own')
  t.equal(show({ choice: 'ask' }, own, { joined: false }), null, 'nobody to ask')
})

t.test('to give says who would have the night, what else moves, and who is away', async t => {
  const step = { choice: 'give', to: 'b', preview: moved } as const
  const { give, back } = show(step) ?? {}
  t.equal(back, '/?night=20261121#night')
  t.match(give, { to: 'b', name: { name: 'Robin' }, away: null })
  t.match(give?.result, /Robin.*Saturday/)
  t.match(give?.moves, /Sunday and Sunday 29 November/)
  t.notMatch(give?.moves, 'Saturday', 'its own night is said once')
  const away = {
    ...own,
    explanation: own.explanation && { ...own.explanation, away: ['b' as const] },
  }
  t.match(show(step, away)?.give?.away, { name: 'Robin' })
  t.equal(show({ ...step, preview: nothing })?.give?.moves, null)
})

t.test('a swap lists the nights with whose they are, then says what it would do', async t => {
  t.same(show({ choice: 'swap' })?.swap, [
    { address: '/?night=20261121&swap=20261122#night', label: 'Sunday 22 November, Robin’s' },
  ])
  const swap = {
    ...moved,
    nights: [own, assignment('2026-11-22', 'b')] as [Assignment, Assignment],
  }
  const { swapWith } = show({ choice: 'swap-with', swap }) ?? {}
  t.equal(swapWith?.other, '20261122')
  t.match(swapWith?.result, /Saturday.*would get Sunday instead/)
  t.match(swapWith?.moves, 'Sunday 29 November')
  t.same(swapWith?.away, [])
})

t.test('a swap says who would be away', async t => {
  const other = assignment('2026-11-22', 'b')
  const said = (...parents: ('a' | 'b')[]) => {
    const explanation = other.explanation && { ...other.explanation, away: parents }
    const nights: [Assignment, Assignment] = [own, { ...other, explanation }]
    return show({ choice: 'swap-with', swap: { ...nothing, nights } })?.swapWith?.away
  }
  t.same(said('a'), ['You’re away Sunday.'])
  t.same(said('b'), [], 'Robin gives this night away')
})

t.test(
  'unlocking says who would have the night: the same person, another one, or no one',
  async t => {
    const locked = sitter('2026-11-21', 'Jo')
    const unlock = (caregiver: 'a' | 'b' | 'babysitter' | null, night = locked, isOver = false) =>
      show({ choice: 'unlock', preview: { ...nothing, caregiver } }, night, { isOver })?.unlock
        ?.result
    t.equal(unlock('b'), 'Unlock, and it goes back to Robin.')
    t.equal(unlock('a'), 'Unlock, and it goes back to you.')
    t.equal(unlock(null), 'Unlock, and no one has it.')
    t.equal(unlock('a', own), 'Unlock, and you keep it for now.')
    t.equal(
      unlock('babysitter', locked, true),
      'This night is over, so unlocking doesn’t change who did it.',
    )
    t.equal(show({ choice: 'unlock', preview: null }), null, 'it is not locked')
  },
)

t.test('what a night would count is chosen, and said before it is saved', async t => {
  t.same(
    show({ choice: 'weight' })?.weights?.map(({ label, chosen }) => [label, chosen]),
    [
      ['Counts as usual', false],
      ['Counts 1.5 nights', true],
      ['Counts 2 nights', false],
      ['Counts 2.5 nights', false],
      ['Counts 3 nights', false],
    ],
  )
  const weigh = (weight: number, preview = nothing as typeof moved, night = own) =>
    show({ choice: 'weigh', proposed: { weight, preview } }, night)?.weigh
  t.match(weigh(2, moved), { weight: '2', result: 'Saturday would count 2 nights.' })
  t.match(weigh(2, moved)?.moves, 'Sunday')
  t.match(weigh(1, undefined, assignment('2026-12-24', 'a')), {
    result: 'Thursday 24 December would count as usual.',
    moves: 'No planned night would change.',
  })
})

t.test('an absence is previewed once it has dates, and a fault is said', async t => {
  const form = { parent: 'a', from: '2026-11-21', to: '' }
  const away = (step: Partial<Extract<NightStep, { choice: 'away' }>>) =>
    show({ choice: 'away', form, preview: null, faults: [], ...step })?.away
  t.match(away({}), { from: '2026-11-21', to: '', fault: null, result: null })
  t.same(away({})?.parents, [
    { value: 'a', name: 'You', chosen: true },
    { value: 'b', name: 'Robin', chosen: false },
  ])
  t.match(away({ preview: moved })?.result, /^Robin would get Saturday/, 'not what else it means')
  t.equal(away({ preview: nothing })?.result, 'No planned night would change.')
  t.equal(away({ preview: nothing })?.tonight, null)
  t.match(away({ preview: { ...nothing, tonightStays: 'a' } })?.tonight, {
    text: 'Tonight stays yours.',
    actions: facts.whenAway,
  })
  const says = message('refusal.noDate')
  t.match(away({ faults: [{ field: 'to', text: '', says }] })?.fault, 'Enter a date')
})

t.test('a babysitter is named, and what else moves is said', async t => {
  const { babysitter } = show({ choice: 'babysitter', name: 'Jo', preview: moved }) ?? {}
  t.match(babysitter, { name: 'Jo', sitters: ['Maria'] })
  t.match(babysitter?.moves, 'Sunday')
  t.equal(show({ choice: 'note' })?.note, true)
})

t.test('the way back keeps the month of the page', async t => {
  const view = nightStepView(own, { choice: 'note' }, choices, {
    ...facts,
    month: month('2026-11'),
  })
  t.equal(view?.back, '/?month=2026-11&night=20261121#night')
})
