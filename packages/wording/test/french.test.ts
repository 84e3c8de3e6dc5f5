import type { Caregiver, Explanation } from '@night-routine/fairness'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { because } from './because.ts'

t.test('explains in French', async t => {
  const french = wordingFor('fr')
  const soir = (
    caregiver: Caregiver | null,
    explanation: Partial<Explanation>,
    babysitter: string | null = null,
  ) =>
    french
      .explain({
        explanation: because(explanation),
        caregiver,
        names: { a: 'Antoine', b: 'Ines' },
        babysitter: babysitter === null ? null : { name: babysitter },
      })
      .replaceAll('\u202f', '_')
  const absence = { from: '2026-11-30', to: '2026-12-01' }
  const table: [string, string][] = [
    [
      soir(null, {}),
      'Ni Antoine ni Ines ne sont disponibles_: la soirée n’est encore attribuée à personne.',
    ],
    [
      soir('babysitter', {}, 'Zoë'),
      'Zoë assure la garde_: la soirée ne compte pour aucun des deux parents.',
    ],
    [soir('a', { reason: 'Override' }), 'Antoine a pris ce soir‑là.'],
    [
      soir('b', { reason: 'Unavailability', away: ['a'] }),
      'Antoine n’est pas disponible_: c’est donc à Ines.',
    ],
    [
      soir('b', { reason: 'Consecutive Limit', streak: { parent: 'a', nights: 2 } }),
      'Antoine a fait les deux derniers tours_: c’est donc à Ines.',
    ],
    [
      soir('a', { reason: 'Total Count', totals: { a: 1, b: 3 } }),
      'Antoine a fait moins de soirs au total_: 1, contre 3 pour Ines.',
    ],
    [
      soir('a', { reason: 'Total Count', totals: { a: 1180, b: 1182 } }),
      'Antoine a fait moins de soirs au total_: 1_180, contre 1_182 pour Ines.',
    ],
    [
      soir('a', { reason: 'Recent Count', last30: { a: 14, b: 16 } }),
      'Antoine en a fait moins sur les 30 derniers soirs_: 14, contre 16 pour Ines.',
    ],
  ]
  for (const [said, expected] of table) t.equal(said, expected)
  t.match(
    soir('a', { reason: 'Unavailability', absence }),
    'le relais du lundi 30 novembre au mardi 1er décembre.',
  )
})

t.test('formats French dates, lists and numbers', async t => {
  const french = wordingFor('fr')
  const date = Temporal.PlainDate.from('2026-11-01')
  const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
  t.equal(french.night(date), 'dimanche 1er novembre')
  t.equal(french.shortNight(date), 'dim. 1er nov.')
  t.equal(french.capital(french.night(date)), 'Dimanche 1er novembre')
  t.equal(french.date(date.add({ days: 1 })), '2 novembre 2026')
  t.equal(french.month('2026-11'), 'novembre 2026')
  t.equal(french.weekday(1, 'short'), 'lun.')
  t.equal(french.time(Temporal.PlainTime.from('19:05')), '19:05')
  t.equal(french.ago(now.subtract({ minutes: 5 }), now), 'il y a 5 minutes')
  t.equal(french.list(['Antoine', 'Ines', 'Zoë']), 'Antoine, Ines et Zoë')
  t.equal(french.say('refusal.tooOld', { date }).includes('dimanche 1er novembre'), true)
  t.ok(french.compare('Éric', 'Fanny') < 0)
})
