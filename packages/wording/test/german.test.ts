import type { Explanation } from '@night-routine/fairness'
import { movesText, wordingFor, type NightMove } from '@night-routine/wording'
import t from 'tap'
import { because } from './because.ts'

const german = wordingFor('de')
const names = { a: 'Alex', b: 'Robin' }
const tonight = Temporal.PlainDate.from('2026-11-25')

t.test('explains in German', async t => {
  const absence = { from: '2026-11-12', to: '2026-11-18' }
  const table: [Partial<Explanation>, 'a' | null, string][] = [
    [{ reason: 'Override' }, null, 'Alex hat diesen Abend übernommen.'],
    [{ reason: 'Unavailability', away: ['b'] }, 'a', 'Robin ist nicht da, also bist du dran.'],
    [
      { reason: 'Unavailability', absence },
      'a',
      'Du bist dran, denn Robin springt von Donnerstag, 12. bis Mittwoch, 18. November für dich ein.',
    ],
    [
      { reason: 'Unavailability', next: ['2026-11-27', '2026-11-28'] },
      'a',
      'Noch einmal du: Robin ist am Freitag und Samstag dran.',
    ],
    [
      { reason: 'Consecutive Limit', streak: { parent: 'b', nights: 2 } },
      null,
      'Robin war zuletzt zweimal dran, also ist Alex an der Reihe.',
    ],
    [
      { reason: 'Total Count', totals: { a: 1180, b: 1182 } },
      'a',
      'Du hast insgesamt weniger Abende gemacht: 1.180 gegenüber 1.182 bei Robin.',
    ],
  ]
  for (const [explanation, reader, said] of table)
    t.equal(
      german.explain({
        explanation: because(explanation),
        caregiver: 'a',
        names,
        babysitter: null,
        reader,
      }),
      said,
    )
})

const who = (caregiver: 'a' | 'b' | null) => ({ caregiver, babysitter: null })
const move = (days: number, before: 'a' | 'b', after: 'a' | 'b' | null): NightMove => ({
  night: tonight.add({ days }),
  before: who(before),
  after: who(after),
})

const said = (
  moves: NightMove[],
  told: Omit<Parameters<typeof movesText>[1], 'people' | 'tonight' | 'wording'> & {
    reader: 'a' | 'b'
  },
) => {
  const { reader, ...others } = told
  return movesText(moves, { people: { names, reader }, tonight, wording: german, ...others })
}

t.test('says in German who moved what', async t => {
  const exchange = [move(1, 'a', 'b'), move(0, 'b', 'a')]
  t.equal(
    said(exchange, { by: 'a', reader: 'b' }),
    'Alex hat Donnerstag an dich abgegeben und übernimmt dafür heute Abend von dir.',
  )
  t.equal(
    said(exchange, { by: 'a', reader: 'a' }),
    'Du hast Donnerstag an Robin abgegeben. Dafür bist du heute Abend dran.',
  )
  t.equal(
    said(exchange, { by: 'a', how: 'undid', reader: 'b' }),
    'Alex hat eine Änderung rückgängig gemacht: Du bist Donnerstag dran, dafür Alex heute Abend.',
  )
  t.equal(
    said([move(0, 'a', 'b')], { by: 'calendar', reader: 'a' }),
    'Im Kalender: Robin ist heute Abend statt dir dran.',
  )
  t.equal(
    said([move(0, 'a', null)], { conditional: true, reader: 'a' }),
    'Heute Abend wäre niemand dran.',
  )
})

t.test('formats German dates and numbers', async t => {
  const date = Temporal.PlainDate.from('2026-11-01')
  t.equal(german.night(date), 'Sonntag, 1. November')
  t.equal(german.range('2026-11-01', '2026-11-01'), 'am Sonntag, 1. November')
  t.equal(german.date(date), '1. November 2026')
  t.equal(german.number(1234.5), '1.234,5')
})
