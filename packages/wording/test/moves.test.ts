import {
  howMoved,
  languages,
  movesSentences,
  movesText,
  wordingFor,
  type Assignee,
  type Mover,
  type MovesContext,
  type NightMove,
} from '@night-routine/wording'
import * as fc from 'fast-check'
import t from 'tap'

const tonight = Temporal.PlainDate.from('2026-11-25')
const names = { a: 'Alex', b: 'Robin' }
const holder = (caregiver: Assignee['caregiver'], name: string | null = null): Assignee => ({
  caregiver,
  babysitter: name === null ? null : { name },
})
const [alex, robin, maria, jo, open] = [
  holder('a'),
  holder('b'),
  holder('babysitter', 'Maria'),
  holder('babysitter', 'Jo'),
  holder(null),
]
/** From tonight, a Wednesday, so many days on. */
const move = (days: number, before: Assignee, after: Assignee): NightMove => ({
  night: tonight.add({ days }),
  before,
  after,
})

type Told = Partial<Pick<MovesContext, 'by' | 'how' | 'conditional'>> & {
  reader?: 'a' | 'b' | null
  language?: string
}

function said(moves: NightMove[], { reader = null, language = 'en', ...how }: Told = {}): string {
  const wording = wordingFor(language)
  return movesText(moves, { people: { names, reader }, tonight, wording, ...how }).replaceAll(
    '\u202f',
    '_',
  )
}

const exchange = [move(1, alex, robin), move(3, robin, alex)]
const exchangeOfTonight = [move(3, alex, robin), move(0, robin, alex)]
const taking = exchange.toReversed()
const kim = { name: 'Kim', isReader: false }

const english: [moves: NightMove[], told: Told, text: string][] = [
  [exchange, { by: 'a', reader: 'b' }, 'Alex gave you Thursday and takes your Saturday.'],
  [exchange, { by: 'a', reader: 'a' }, 'You gave Robin Thursday. You have Saturday instead.'],
  [exchange, { by: 'a' }, 'Alex gave Robin Thursday and has Saturday instead.'],
  [
    exchangeOfTonight,
    { by: 'a', reader: 'b' },
    'Alex gave you Saturday and takes over tonight from you.',
  ],
  [
    taking,
    { by: 'a', reader: 'b' },
    'Alex took over Saturday from you, and you have Thursday instead.',
  ],
  [
    taking,
    { by: 'a', reader: 'a' },
    'You took over Saturday from Robin, who has Thursday instead.',
  ],
  [[move(1, alex, robin)], { by: 'a', reader: 'b' }, 'Alex gave you Thursday.'],
  [[move(0, robin, alex)], { by: 'a', reader: 'b' }, 'Alex took over tonight from you.'],
  [[move(1, open, robin)], { by: 'a', reader: 'b' }, 'Alex gave you Thursday.'],
  [[move(1, open, alex)], { by: 'a', reader: 'a' }, 'You have Thursday.'],
  [[move(1, alex, open)], { by: 'a', reader: 'a' }, 'No one has Thursday.'],
  [[move(1, alex, maria)], { by: 'a', reader: 'b' }, 'Alex booked Maria for Thursday.'],
  [
    [move(1, robin, maria)],
    { by: 'a', reader: 'b' },
    'Alex booked Maria instead of you for Thursday.',
  ],
  [[move(1, open, maria)], { by: 'a', reader: 'b' }, 'Alex booked Maria for Thursday.'],
  [
    [move(1, alex, holder('babysitter'))],
    { reader: 'b' },
    'Babysitter has Thursday instead of Alex.',
  ],
  [
    [move(1, alex, maria), move(2, alex, jo)],
    { by: 'a', reader: 'a' },
    'You booked Maria for Thursday. You booked Jo for Friday.',
  ],
  [
    [move(1, maria, robin)],
    { by: 'a', reader: 'b' },
    'After a change by Alex, you have Thursday instead of Maria.',
  ],
  [
    [...exchange, move(4, maria, robin)],
    { by: 'a', reader: 'a' },
    'You gave Robin Thursday. You have Saturday instead. Robin has Sunday instead of Maria.',
  ],
  [
    exchange,
    { by: 'a', how: 'changed', reader: 'b' },
    'After a change by Alex, you have Thursday, and Alex has Saturday instead.',
  ],
  [
    exchange,
    { by: 'a', how: 'undid', reader: 'b' },
    'Alex undid a change: you have Thursday, and Alex has Saturday instead.',
  ],
  [
    [move(1, alex, robin), move(3, robin, maria)],
    { by: kim, reader: 'b' },
    'After a change by Kim, you have Thursday instead of Alex. Maria has Saturday instead of you.',
  ],
  [
    [move(1, alex, robin)],
    { by: 'calendar', reader: 'b' },
    'In the calendar, you have Thursday instead of Alex.',
  ],
  [
    [move(1, alex, robin)],
    { by: 'schedule', reader: 'b' },
    'The plan moved: you have Thursday instead of Alex.',
  ],
  [
    [...exchange, move(12, alex, robin), move(5, robin, alex)],
    { reader: 'a' },
    'Robin has Thursday and Monday 7 December, and you have Saturday and Monday instead.',
  ],
  [[move(11, alex, robin)], { conditional: true }, 'Robin would get Sunday 6 December.'],
  [
    exchange,
    { conditional: true, reader: 'a' },
    'Robin would get Thursday, and you would get Saturday instead.',
  ],
  [[move(1, alex, open)], { conditional: true }, 'No one would have Thursday.'],
]

t.test('says who moved what, from the side of who reads', async t => {
  for (const [moves, told, text] of english) t.equal(said(moves, told), text)
})

const french: [moves: NightMove[], told: Told, text: string][] = [
  [exchange, { by: 'a', reader: 'b' }, 'Alex vous a confié jeudi et vous remplace samedi.'],
  [
    exchange,
    { by: 'a', reader: 'a' },
    'Vous avez confié jeudi à Robin. En échange, c’est vous samedi.',
  ],
  [taking, { by: 'a', reader: 'b' }, 'Alex vous remplace samedi, et c’est vous jeudi à la place.'],
  [
    taking,
    { by: 'a', reader: 'a' },
    'Vous remplacez Robin samedi, et c’est Robin jeudi à la place.',
  ],
  [
    [move(1, robin, maria)],
    { by: 'a', reader: 'b' },
    'Alex a réservé Maria pour vous remplacer jeudi.',
  ],
  [
    exchange,
    { by: 'a', how: 'undid', reader: 'b' },
    'Alex a annulé un changement_: c’est vous jeudi, et Alex samedi à la place.',
  ],
  [
    [move(0, alex, robin)],
    { by: 'calendar', reader: 'a' },
    'Dans l’agenda, Robin vous remplace ce soir.',
  ],
  [[move(11, alex, robin)], { conditional: true }, 'Ce serait à Robin dimanche 6 décembre.'],
]

t.test('speaks French', async t => {
  for (const [moves, told, text] of french) t.equal(said(moves, { language: 'fr', ...told }), text)
})

t.test('a sentence counts its nights, and names only so many', async t => {
  const context = { people: { names }, tonight, wording: wordingFor('en') }
  const told = (mostNights: number) =>
    movesSentences([...exchange, move(4, alex, robin), move(5, alex, robin)], {
      ...context,
      mostNights,
    })
  t.same(told(3), [
    { nights: 4, text: 'Robin has Thursday, Sunday and Monday, and Alex has Saturday instead.' },
  ])
  t.same(told(2), [
    {
      nights: 4,
      text: 'Robin has Thursday, Sunday and 1 more night, and Alex has Saturday instead.',
    },
  ])
  t.same(told(1), [
    { nights: 4, text: 'Robin has Thursday and 2 more nights, and Alex has Saturday instead.' },
  ])
})

t.test('how a change moved its nights is in its entries', async t => {
  const replanned = { action: 'night-replanned' }
  for (const action of ['night-given', 'nights-swapped', 'babysitter-booked'])
    t.equal(howMoved([{ action }, replanned]), 'gave')
  t.equal(howMoved([{ action: 'settings-changed' }, replanned]), 'changed')
  t.equal(howMoved([{ action: 'night-unlocked' }, replanned]), 'changed')
  t.equal(howMoved([{ action: 'change-undone', undoes: '1' }, replanned]), 'undid')
})

const people = [alex, robin, maria, jo, open]
const moves = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 12 }).chain(days =>
  fc.tuple(
    ...days.map(day =>
      fc
        .tuple(fc.constantFrom(...people), fc.constantFrom(...people))
        .filter(([before, after]) => before !== after)
        .map(([before, after]) => move(day, before, after)),
    ),
  ),
)
const told = fc.record({
  by: fc.constantFrom<Mover | null>('a', 'b', 'calendar', 'schedule', kim, null),
  how: fc.constantFrom('gave' as const, 'undid' as const, 'changed' as const),
  conditional: fc.boolean(),
  reader: fc.constantFrom('a' as const, 'b' as const, null),
  language: fc.constantFrom(...languages),
})

t.test('names each moved night exactly once, and never the reader', async () => {
  fc.assert(
    fc.property(moves, told, (moved, { reader, language, ...about }) => {
      const marked = {
        ...wordingFor(language),
        nightFrom: (_tonight: Temporal.PlainDate, night: Temporal.PlainDate) =>
          `<${night.toString()}>`,
      }
      const context = { people: { names, reader }, tonight, wording: marked, ...about }
      const text = movesText(moved, context)
      const isNamed = reader !== null && text.includes(names[reader])
      const isOnce = moved.every(({ night }) => text.split(`<${night.toString()}>`).length === 2)
      return isOnce && !isNamed && !/undefined|null|[{}]|\s\s/.test(text)
    }),
    { numRuns: 2000 },
  )
})
