import type { Ask } from '@night-routine/database'
import { wordingFor, type Assignee } from '@night-routine/wording'
import t from 'tap'
import type { Changer, MovedNight } from '../src/messages-for.ts'
import { askAnswerText, askText, changesText, reminderText } from '../src/texts.ts'
import { holder, night, tonight } from './household.ts'

const names = { a: 'Alex', b: 'Robin' }
const [a, b, open] = [holder('a'), holder('b'), holder(null)]
const kim = holder('babysitter', 'Kim')
const move = (day: number, from: Assignee, to: Assignee): MovedNight => ({
  night: night(day),
  from,
  to,
})

function said(language: string, moves: MovedNight[], by: Changer = 'b'): string[] {
  const reader = { wording: wordingFor(language), names, parent: 'a', tonight } as const
  const { title, lines } = changesText({ moves, by }, reader)
  return [title, ...lines].map(line => line.replaceAll('\u202f', '_'))
}

t.test('says one changed night as a title', async t => {
  t.same(said('en', [move(22, b, a)]), [
    'Sunday is yours now (was Robin’s)',
    'Sunday is yours now (was Robin’s)',
    'Robin changed this.',
  ])
  t.equal(said('en', [move(20, b, a)])[0], 'Tonight is yours now (was Robin’s)')
  t.equal(said('en', [move(22, open, a)])[0], 'Sunday is yours now')
  t.equal(said('en', [move(22, kim, a)])[0], 'Sunday is yours now (was Kim’s)')
  t.equal(said('en', [move(22, a, b)])[0], 'Robin now has Sunday')
  t.equal(said('en', [move(20, a, kim)])[0], 'Kim now has tonight')
  t.equal(said('en', [move(22, a, open)])[0], 'No one has Sunday now')
  t.equal(said('en', [move(27, a, b)])[0], 'Robin now has Friday 27 November', 'a week ahead')
})

t.test('says several nights as one message', async t => {
  t.same(said('en', [move(22, a, b), move(24, a, b)], 'calendar'), [
    'Robin now has Sunday and Tuesday',
    'Robin now has Sunday and Tuesday',
    'Someone changed this in the calendar.',
  ])
  t.same(said('en', [move(22, b, a), move(23, a, b), move(24, b, a)], 'schedule'), [
    'Your nights changed',
    'Sunday and Tuesday are yours now (were Robin’s)',
    'Robin now has Monday',
    'The plan was balanced again.',
  ])
  const thirty = Array.from({ length: 30 }, (_, index) => ({
    ...move(20, b, a),
    night: tonight.add({ days: index }),
  }))
  t.same(said('en', thirty, null), [
    'Tonight, Saturday, Sunday, Monday, Tuesday and 25 more nights are yours now (were Robin’s)',
    'Tonight, Saturday, Sunday, Monday, Tuesday and 25 more nights are yours now (were Robin’s)',
  ])
  const sitters = thirty.map((one, index) => ({
    ...one,
    from: a,
    to: holder('babysitter', `Sitter ${index} ${'😀'.repeat(30)}`),
  }))
  const lines = said('en', sitters)
  t.equal(lines[5], '26 more nights')
  t.ok(Buffer.byteLength(lines.join('\n')) < 3_000, 'fits into a push message')
})

t.test('speaks French', async t => {
  t.same(said('fr', [move(22, b, a), move(23, a, b), move(20, a, open)]), [
    'Vos soirs ont changé',
    'Dimanche, c’est votre tour maintenant (c’était Robin)',
    'Robin prend lundi',
    'Plus personne pour ce soir',
    'Robin a fait ce changement.',
  ])
  t.equal(
    said('fr', [move(20, b, a), move(22, b, a)])[0],
    'Ce soir et dimanche, c’est à vous maintenant (c’était Robin)',
  )
})

t.test('reminds', async t => {
  t.same(reminderText({ wording: wordingFor('en'), tonight }), {
    title: 'Tonight: you',
    lines: ['Friday 20 November'],
  })
  t.equal(reminderText({ wording: wordingFor('fr'), tonight }).title, 'Ce soir, c’est vous')
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

const told = (more: Partial<Ask> & { isOver?: boolean }, parent: 'a' | 'b' = 'a') => {
  const reader = { wording: wordingFor('en'), names, parent, tonight } as const
  return askAnswerText({ ...asked, isOver: false, ...more }, reader)?.lines
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
  for (const state of ['open', 'withdrawn'] as const) t.equal(told({ state }), undefined)
})
