import type { Assignment } from '@night-routine/database/nights'
import { message, wordingFor } from '@night-routine/wording'
import t from 'tap'
import {
  nightStepView,
  type AskedStep,
  type NightStep,
} from '../../../src/nights/sheet/night-steps.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, sitter } from '../../nights.ts'

const facts = {
  people: { ...people, reader: 'a' as const },
  month: null,
  tonight: day('2026-11-20'),
  whenAway: [{ address: '/', text: 'Ask Robin' }],
  note: { note: 'Bag', shared: false, inCalendar: true },
  wording: wordingFor('en'),
}
const choices = {
  sitters: ['Maria'],
  swappable: [assignment('2026-11-22', 'b')],
  returns: [assignment('2026-11-22', 'b')],
  weight: 1.5,
  usual: 1,
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

const unasked: AskedStep = {
  choice: undefined,
  to: '',
  sitter: '',
  swap: null,
  weight: undefined,
  absence: { parent: '', from: '2026-11-21', to: '', everyWeeks: '' },
}

function show(
  step: Partial<Omit<NightStep, 'asked'>> & { asked?: Partial<AskedStep> },
  night: Assignment = own,
  more: Partial<typeof choices> = {},
) {
  const { asked = {}, choice = 'ask', preview = null, faults = [] } = step
  const whole = { choice, asked: { ...unasked, ...asked }, preview, faults }
  return nightStepView(night, whole, { ...choices, ...more }, facts)
}

const textsOf = (view: ReturnType<typeof show>) => view?.says.map(({ key, text }) => key ?? text)

t.test('to ask offers the other parent’s nights in return', async t => {
  t.match(show({ choice: 'ask' })?.fields, [
    { name: 'word', longest: 80 },
    { name: 'return_id', options: [{ value: '' }, { value: '20261122', label: 'Sun 22 Nov' }] },
  ])
  t.equal(show({ choice: 'ask' }, assignment('2026-11-21', 'b')), null, 'not one’s own')
  t.equal(show({ choice: 'ask' }, own, { joined: false }), null, 'nobody to ask')
})

t.test('to give says who would have the night, what else moves, and who is away', async t => {
  const step = { choice: 'give', asked: { to: 'b' }, preview: moved } as const
  const give = show(step)
  t.match(give, { action: '/nights/give', hidden: { to: 'b', assignment_id: '20261121' } })
  t.equal(give?.back, '/?night=20261121#night')
  const [result, moves] = textsOf(give) ?? []
  t.match(result, /Robin.*Saturday/)
  t.match(moves, /Sunday and Sunday 29 November/)
  t.notMatch(moves, 'Saturday', 'its own night is said once')
  const explanation = own.explanation && { ...own.explanation, away: ['b' as const] }
  const away = show({ ...step, preview: nothing }, { ...own, explanation })
  t.match(textsOf(away), ['night.away', /Robin/])
  t.equal(away?.button.key, 'night.giveAnyway')
})

t.test('a swap lists the nights with whose they are, then says what it would do', async t => {
  t.match(show({ choice: 'swap' })?.links, [
    { address: '/?night=20261121&swap=20261122#night', label: 'Sunday 22 November, Robin’s' },
  ])
  const other = assignment('2026-11-22', 'b')
  const swap = (...away: ('a' | 'b')[]) => {
    const explanation = other.explanation && { ...other.explanation, away }
    return show({ choice: 'swap', preview: { ...moved, nights: [own, { ...other, explanation }] } })
  }
  t.match(swap(), { action: '/nights/swap', hidden: { other_id: '20261122' } })
  t.match(textsOf(swap()), [/Saturday.*would get Sunday instead/, 'Sunday 29 November'])
  t.match(textsOf(swap('a')), [/./, 'You’re away Sunday.', /./])
  t.equal(swap('b')?.says.length, 2, 'Robin gives this night away')
})

t.test('unlocking says who would have the night: the same, another one, or no one', async t => {
  const locked = sitter('2026-11-21', 'Jo')
  const unlock = (caregiver: 'a' | 'b' | 'babysitter' | null, night = locked, isOver = false) =>
    textsOf(show({ choice: 'unlock', preview: { ...nothing, caregiver } }, night, { isOver }))?.[0]
  t.equal(unlock('b'), 'Unlock, and it goes back to Robin.')
  t.equal(unlock('a'), 'Unlock, and it goes back to you.')
  t.equal(unlock(null), 'Unlock, and no one has it.')
  t.equal(unlock('a', own), 'Unlock, and you keep it for now.')
  t.match(unlock('babysitter', locked, true), 'unlocking doesn’t change who did it')
})

const offered = (more: Partial<typeof choices> = {}) =>
  show({ choice: 'weight' }, own, more)?.links.map(({ label, chosen }) => [label, chosen])

t.test('what a night would count is chosen, and said before it is saved', async t => {
  t.same(offered(), [
    ['As usual: 1 night', false],
    ['Counts 1.5 nights', true],
    ['Counts 2 nights', false],
    ['Counts 2.5 nights', false],
    ['Counts 3 nights', false],
  ])
  t.same(offered({ usual: 1.5 })?.slice(0, 3), [
    ['As usual: 1.5 nights', false],
    ['Counts 1 night', false],
    ['Counts 1.5 nights', true],
  ])
  const weigh = (weight: number | null, preview = nothing as typeof moved, night = own) =>
    textsOf(show({ choice: 'weight', asked: { weight }, preview }, night))
  t.match(weigh(2, moved), ['Saturday would count 2 nights.', 'Sunday'])
  t.same(weigh(null, undefined, assignment('2026-12-24', 'a')), [
    'Thursday 24 December would count as usual.',
    'No planned night would change.',
  ])
})

const away = (step: Partial<NightStep> = {}) => show({ ...step, choice: 'away', asked: {} })

t.test('an absence is previewed once it has dates, and a fault is said', async t => {
  t.notOk('assignment_id' in (away()?.hidden ?? {}))
  t.match(away()?.fields, [
    {
      options: [
        { value: 'a', label: 'You', chosen: true },
        { value: 'b', label: 'Robin', chosen: false },
      ],
    },
    { name: 'from', value: '2026-11-21' },
    { name: 'to', value: '' },
  ])
  t.match(away()?.shown, { fault: null, result: null, tonight: null })
  const again = (to: string, everyWeeks: string) =>
    show({
      choice: 'away',
      preview: nothing,
      asked: { absence: { parent: 'a', from: '2026-11-20', to, everyWeeks } },
    })?.shown?.again
  t.equal(again('', ''), null)
  t.equal(
    again('2026-11-22', '2'),
    'Every other week, Fri–Sun, from Friday 20 November. Next: 20 November, 4 December and 18 December.',
  )
  t.equal(
    again('2026-11-23', '2'),
    'On a roster, 4 nights away, then 10 at home, from Friday 20 November. Next: 20 November, 4 December and 18 December.',
    'into a week that is not counted',
  )
  t.match(away({ preview: moved })?.shown?.result, /^Robin would get Saturday/)
  t.equal(away({ preview: nothing })?.shown?.result, 'No planned night would change.')
  t.match(away({ preview: { ...nothing, tonightStays: 'a' } })?.shown, {
    tonight: 'Tonight stays yours.',
    actions: facts.whenAway,
  })
  const says = message('refusal.noDate')
  t.match(away({ faults: [{ field: 'to', text: '', says }] })?.shown?.fault, 'Enter a date')
})

t.test('a babysitter is named, and what else moves is said; a note keeps its words', async t => {
  const booking = show({ choice: 'babysitter', asked: { sitter: 'Jo' }, preview: moved })
  t.match(booking?.fields, [{ value: 'Jo', offers: ['Maria'] }])
  t.match(textsOf(booking), ['Sunday'])
  t.match(show({ choice: 'note' })?.fields, [
    { value: 'Bag', hint: /calendar/ },
    { isTick: true, ticked: false },
  ])
})
