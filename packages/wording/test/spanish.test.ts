import { movesText, wordingFor } from '@night-routine/wording'
import t from 'tap'

const spanish = wordingFor('es')
const thursday = Temporal.PlainDate.from('2026-11-19')
const friday = thursday.add({ days: 1 })

t.test('formats Spanish dates, lists and numbers', async t => {
  t.equal(spanish.nightFrom(thursday, thursday), 'esta noche')
  t.equal(spanish.nightFrom(thursday, friday), 'el viernes')
  t.equal(spanish.nightFrom(thursday, thursday.add({ days: 12 })), 'el martes 1 de diciembre')
  t.equal(
    spanish.range('2026-11-30', '2027-01-01'),
    'del lunes 30 de noviembre de 2026 al viernes 1 de enero de 2027',
  )
  t.equal(spanish.shortNight(thursday), 'jue 19 nov')
  t.equal(spanish.list(['Alex', 'Inés']), 'Alex e Inés')
  t.equal(spanish.number(12_345.5), '12.345,5')
})

t.test('says in Spanish who gave which night to whom', async t => {
  const [alex, ines] = [
    { caregiver: 'a', babysitter: null } as const,
    { caregiver: 'b', babysitter: null } as const,
  ]
  const said = (reader: 'a' | 'b' | null) =>
    movesText(
      [
        { night: thursday, before: alex, after: ines },
        { night: friday, before: ines, after: alex },
      ],
      {
        people: { names: { a: 'Alex', b: 'Inés' }, reader },
        tonight: thursday,
        wording: spanish,
        by: 'a',
      },
    )
  t.equal(said('a'), 'Le pasaste esta noche a Inés. A cambio, te toca el viernes.')
  t.equal(said('b'), 'Alex te pasó esta noche y, a cambio, se encarga el viernes.')
  t.equal(said(null), 'Alex le pasó esta noche a Inés y, a cambio, se encarga el viernes.')
})
