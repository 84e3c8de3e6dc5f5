import type { Ask } from '@night-routine/database/nights'
import { wordingFor, type Assignee, type NightMove } from '@night-routine/wording'
import t from 'tap'
import type { ChangesMessage } from '../src/messages-for.ts'
import { askAnswerText, askText, changesText, reminderText } from '../src/texts.ts'
import { holder, night, tonight } from './household.ts'

const names = { a: 'Alex', b: 'Robin' }
const [a, b, open] = [holder('a'), holder('b'), holder(null)]
const kim = holder('babysitter', 'Kim')
const move = (day: number, before: Assignee, after: Assignee): NightMove => ({
  night: night(day),
  before,
  after,
})

function said(
  language: string,
  moves: NightMove[],
  { by = 'b', how = 'gave' }: Partial<Pick<ChangesMessage, 'by' | 'how'>> = {},
): string[] {
  const reader = { wording: wordingFor(language), names, parent: 'a', tonight } as const
  const { title, lines } = changesText({ moves, by, how }, reader)
  return [title, ...lines].map(line => line.replaceAll('\u202f', '_'))
}

t.test('one sentence is the title too, several are one message', async t => {
  const gave = 'Robin gave you Sunday and takes your Tuesday.'
  t.same(said('en', [move(22, b, a), move(24, a, b)]), [gave, gave])
  t.same(said('fr', [move(22, b, a), move(20, a, open)], { how: 'changed' }), [
    'Vos soirs ont changé',
    'Après un changement fait par Robin, vous remplacez Robin dimanche.',
    'Personne n’est prévu ce soir.',
  ])
  t.same(said('en', [move(22, a, b), move(24, a, kim)], { by: 'calendar' }), [
    'Your nights changed',
    'In the calendar, Robin has Sunday instead of you.',
    'Kim has Tuesday instead of you.',
  ])
})

t.test('names only so many nights', async t => {
  const thirty = Array.from({ length: 30 }, (_, index) => ({
    ...move(20, b, a),
    night: tonight.add({ days: index }),
  }))
  t.equal(
    said('en', thirty)[0],
    'Robin gave you tonight, Saturday, Sunday, Monday, Tuesday and 25 more nights.',
  )
  const sitters = thirty.map((one, index) => ({
    ...one,
    before: a,
    after: holder('babysitter', `Sitter ${index} ${'😀'.repeat(30)}`),
  }))
  const lines = said('en', sitters)
  t.equal(lines[5], '26 more nights')
  t.ok(Buffer.byteLength(lines.join('\n')) < 3_000, 'fits into a push message')
})

t.test('reminds', async t => {
  t.same(reminderText({ wording: wordingFor('en'), tonight }), {
    title: 'Your turn tonight',
    lines: ['Friday 20 November'],
  })
  t.equal(reminderText({ wording: wordingFor('fr'), tonight }).title, 'C’est votre tour ce soir')
})

const asked: Ask = {
  id: '1',
  night: night(26),
  parent: 'a',
  word: null,
  returnNight: null,
  askedBy: 'alex@example.com',
  askedAt: Temporal.Instant.from('2026-11-20T18:00:00Z'),
  state: 'open',
  closedAt: null,
  closedBy: null,
  change: null,
}

const asking = (language: string, more: Partial<Ask>) => {
  const reader = { wording: wordingFor(language), names, parent: 'b', tonight } as const
  const { title, lines: below } = askText({ ...asked, ...more }, reader)
  return [title, ...below].map(line => line.replaceAll('\u202f', '_'))
}

const told = (
  more: Partial<Ask> & { isOver?: boolean; isStillTheirs?: boolean },
  parent: 'a' | 'b' = 'a',
) => {
  const reader = { wording: wordingFor('en'), names, parent, tonight } as const
  return askAnswerText({ ...asked, isOver: false, isStillTheirs: false, ...more }, reader)?.lines
}

t.test('asks the other parent, with the word and the night in return', async t => {
  t.same(asking('en', {}), ['Can you take Thursday?', 'Alex asks.'])
  t.same(asking('en', { night: night(20), word: 'Choir', returnNight: night(28) }), [
    'Can you take tonight?',
    'Alex asks: “Choir”',
    'Alex takes Saturday 28 November in return.',
  ])
  t.same(asking('fr', { night: night(20), word: 'Chorale', returnNight: night(28) }), [
    'Pouvez-vous prendre ce soir_?',
    'Alex vous le demande_: «_Chorale_»',
    'En échange, Alex prend samedi 28 novembre.',
  ])
})

t.test('tells the parent who asked what became of it', async t => {
  t.same(told({ state: 'accepted' }), ['Robin takes Thursday'])
  t.same(told({ state: 'accepted', parent: 'b', returnNight: night(21) }, 'b'), [
    'Alex takes Thursday',
    'You take Saturday in return.',
  ])
  t.same(told({ state: 'declined' }), ['Robin can’t take Thursday', 'It’s still your turn.'])
  t.same(told({ state: 'ended', isOver: true }), ['No answer from Robin about Thursday'])
  t.same(told({ state: 'ended' }), ['Thursday is no longer yours, so Robin has nothing to answer'])
  t.same(told({ state: 'ended', isStillTheirs: true, returnNight: night(21) }), [
    'Saturday can’t be the night in return any more, so Thursday stays yours',
  ])
  for (const state of ['open', 'withdrawn'] as const) t.equal(told({ state }), undefined)
})

t.test('says which other nights would move if it is taken', async t => {
  const reader = { wording: wordingFor('en'), names, parent: 'b', tonight } as const
  const moves = [
    { night: night(28), before: holder('b'), after: holder('a') },
    { night: night(27), before: holder('a'), after: holder('b') },
  ]
  t.equal(
    askText(asked, reader, moves).lines.at(-1),
    'This also means: Alex would get Saturday 28 November, and you would get Friday 27 November instead.',
  )
})
