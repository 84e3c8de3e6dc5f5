import {
  addAbsence,
  agree,
  explainNight,
  readBalance,
  readHouseholdSettings,
  readSettings,
  saveHouseholdSettings,
} from '@night-routine/household'
import { inTurn, storeNights } from '@night-routine/testing/database'
import { by, day, plain, startLiving } from '@night-routine/testing/household'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { seededDatabase } from '../shared-household.ts'

const today = day('2026-11-20')
const first = day('2025-11-20')
const alike = [1, 1, 1, 1, 1, 1, 1]
const names = { a: 'Alex', b: 'Robin' }

/** A household with a year of half and half behind it, which plans nine weeks ahead. */
async function yearOld() {
  const db = await seededDatabase({ lookAheadDays: 63 })
  await storeNights(db, inTurn(first.toString(), 355))
  const living = await startLiving(db)
  const nights = async (from: string, to: string) =>
    (await living.allNights()).filter(
      ({ night }) => night.toString() >= from && night.toString() <= to,
    )
  return {
    ...living,
    nights,
    who: async (from: string, to: string) =>
      (await nights(from, to)).map(({ caregiver }) => caregiver).join(''),
    balance: async () => readBalance(db, await readSettings(db), { since: first, before: today }),
    agreeOn: (terms: Partial<Parameters<typeof agree>[1]>, from: string) =>
      living.change(async trx => {
        const settings = await readHouseholdSettings(trx)
        const whole = { share: 50, weekdayWeights: alike, turns: null, ...terms }
        return saveHouseholdSettings(trx, { settings: agree(settings, whole, day(from)), ...by })
      }),
  }
}

t.test('60 % from tonight leaves the past as it was, and the plan follows', async t => {
  const { nights, who, balance, agreeOn } = await yearOld()
  const done = async () => plain([await balance(), await nights('2025-11-20', '2026-11-19')])
  const before = await done()
  const shareOf = async () => (await who('2026-11-20', '2026-12-17')).replaceAll('b', '').length
  t.equal(await shareOf(), 14)
  await agreeOn({ share: 60 }, '2026-11-20')
  t.same(await done(), before)
  // 16.8 of 28
  t.ok([16, 17].includes(await shareOf()), `${await shareOf()}`)
})

t.test(
  'weeks that turn about are the plan, say whose week it is, and make a trip good',
  async t => {
    const { change, nights, who, agreeOn } = await yearOld()
    const turns = { parent: 'a' as const, weekday: 5, weeks: 1, isMadeGood: true }
    await agreeOn({ turns }, '2026-11-27')
    const weeks = async () => [
      await who('2026-11-27', '2026-12-03'),
      await who('2026-12-04', '2026-12-10'),
      await who('2026-12-11', '2026-12-17'),
      await who('2026-12-18', '2026-12-24'),
      await who('2026-12-25', '2026-12-31'),
    ]
    const [own, other] = ['aaaaaaa', 'bbbbbbb']
    t.same(await weeks(), [own, other, own, other, own])
    const wording = wordingFor('en')
    for (const night of await nights('2026-11-27', '2026-12-24')) {
      const sentence = `${names[night.caregiver === 'a' ? 'a' : 'b']}’s week.`
      t.equal(night.reason, 'Alternating')
      t.equal(explainNight(night, { names }, wording), sentence)
      const { explanation } = night
      t.equal(
        explanation && wording.explainWithoutCounts({ ...night, explanation, names }),
        sentence,
        'as in the calendar',
      )
    }
    const trip = { parent: 'b' as const, from: day('2026-12-05'), to: day('2026-12-07') }
    await change(trx => addAbsence(trx, { ...trip, ...by }))
    t.same(await weeks(), [own, 'baaabbb', 'baaaaaa', other, 'baaaaaa'], 'one night at a time')
  },
)
