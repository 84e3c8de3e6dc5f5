import { someSettings } from '@night-routine/testing/household'
import t from 'tap'
import { checkAbsence } from '../../src/changes/check-absence.ts'
import { day, someTonight } from '../planning/stored-nights.ts'
import { refusalOf } from './refusal-of.ts'

const check = (from: string, to: string) =>
  checkAbsence(
    { parent: 'a', from: day(from), to: day(to) },
    { tonight: someTonight, parents: someSettings.parents },
    [],
  )

t.test('accepts one night or many, unless they are over', async t => {
  for (const [from, to] of [
    ['2026-11-20', '2026-11-20'],
    ['2026-11-01', '2026-11-20'],
    ['2026-12-24', '2027-01-02'],
    ['2027-01-01', '2028-01-01'],
    ['2028-02-29', '2028-02-29'],
  ] as const)
    t.doesNotThrow(() => check(from, to), `${from} to ${to}`)
})

t.test('refuses invalid absences, with the reason', async t => {
  for (const [from, to, message] of [
    ['2026-11-22', '2026-11-21', /before the first, Sunday 22 November/],
    ['2026-11-01', '2026-11-19', /are over/],
    ['2027-01-01', '2028-01-02', /at most 366 nights/],
  ] as const)
    t.match(
      await refusalOf(() => check(from, to)),
      { reason: 'not-allowed', field: 'to', message },
      from,
    )
})
