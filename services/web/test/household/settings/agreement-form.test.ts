import type { HouseholdSettings } from '@night-routine/household'
import t from 'tap'
import {
  agreementFormOf,
  postedAgreement,
  withAgreement,
} from '../../../src/household/settings/agreement-form.ts'
import { day } from '../../nights.ts'
import { inForce } from './in-force.ts'

const tonight = day('2026-11-20')
const alike = [1, 1, 1, 1, 1, 1, 1]
const turns = { parent: 'b' as const, weekday: 5, weeks: 2, isMadeGood: false }
const sixty = { from: tonight, share: 60, weekdayWeights: alike, turns: null }
const coming = { from: day('2027-01-01'), share: 40, weekdayWeights: alike, turns: null }

/** What a form asks for, in a line for each agreement, or its faults. */
function asked(typed: Record<string, string>, agreements: HouseholdSettings['agreements'] = []) {
  const current = { ...inForce, agreements }
  const { values } = agreementFormOf(current, tonight)
  const form = Object.entries({ ...values, ...typed }).map(([field, value]) => [
    `agreement.${field}`,
    value,
  ])
  const posted = postedAgreement(Object.fromEntries(form))
  const { settings, faults } = withAgreement(posted, current, tonight)
  if (faults.length > 0) return faults.map(({ field, text }) => `${field}: ${text}`)
  const later = settings.agreements.map(({ from, share, weekdayWeights, turns: weeks }) => [
    from.toString(),
    weeks === null ? [share, ...weekdayWeights].join(' ') : Object.values(weeks).join(' '),
  ])
  const first = [settings.share, ...settings.weekdayWeights].join(' ')
  return [first, ...later.map(each => each.join(': '))]
}

t.test('values and a start become the agreements of the household', async t => {
  const [half, to60] = ['50 1 1 1 1 1 1 1', '60 1 1 1 1 1 1 1']
  const onDate = { start: 'date', from: '2026-12-24' }
  const weeks = { kind: 'weeks', parent: 'b', weekday: '5', weeks: '2', isMadeGood: 'off' }
  const rows: [typed: object, before: HouseholdSettings['agreements'], after: string[]][] = [
    [{ share: '60' }, [], [half, `2026-11-20: ${to60}`]],
    [{ weekdayWeights: '1 1 1 1 1.5 3 2' }, [], [half, '2026-11-20: 50 1 1 1 1 1.5 3 2']],
    [{ share: '60', ...onDate }, [], [half, `2026-12-24: ${to60}`]],
    [{ share: '60', start: 'always' }, [], [to60]],
    [{}, [], [half]],
    [onDate, [], [half]],
    // The agreement of the same date is replaced, and coming ones stay.
    [{ share: '70' }, [sixty], [half, '2026-11-20: 70 1 1 1 1 1 1 1']],
    [{ share: '50' }, [sixty], [half]],
    [{ share: '60' }, [coming], [half, `2026-11-20: ${to60}`, '2027-01-01: 40 1 1 1 1 1 1 1']],
    [
      { share: '45', start: 'date', from: '2027-02-01' },
      [coming],
      [half, '2027-01-01: 40 1 1 1 1 1 1 1', '2027-02-01: 45 1 1 1 1 1 1 1'],
    ],
    [{ share: '55', start: 'always' }, [sixty, coming], ['55 1 1 1 1 1 1 1']],
    // Weeks replace weights and share, begin anew each time, and end as any agreement.
    [weeks, [], [half, '2026-11-20: b 5 2 false']],
    [{ ...weeks, ...onDate, isMadeGood: 'on' }, [], [half, '2026-12-24: b 5 2 true']],
    [
      { ...weeks, ...onDate },
      [{ ...sixty, turns }],
      [half, '2026-11-20: b 5 2 false', '2026-12-24: b 5 2 false'],
    ],
    [
      { kind: 'share', ...onDate },
      [{ ...sixty, share: 50, turns }],
      [half, '2026-11-20: b 5 2 false', `2026-12-24: ${half}`],
    ],
  ]
  for (const [typed, before, after] of rows)
    t.same(asked({ ...typed }, before), after, JSON.stringify(typed))
})

t.test('the form has what is in force, and the weeks of whose turn it is tonight', async t => {
  const from = day('2026-11-10')
  const begun = { ...sixty, from, turns: { ...turns, weeks: 1 } }
  t.match(agreementFormOf({ ...inForce, agreements: [begun, coming] }, tonight), {
    values: { kind: 'weeks', parent: 'b', weekday: '5', weeks: '1', isMadeGood: 'off' },
  })
  const values = (night: string) =>
    agreementFormOf({ ...inForce, agreements: [begun, coming] }, day(night)).values
  t.match(values('2026-11-19'), { parent: 'a' })
  t.match(values('2027-01-01'), { kind: 'share', share: '40', start: 'tonight' })
})

t.test('each field says what is wrong with it', async t => {
  const rows: [typed: Record<string, string>, fault: string][] = [
    [{ share: '51' }, 'share: Choose one of these.'],
    [{ weekdayWeights: '1 1 1' }, 'weekdayWeights: A night counts 1, 1.5, 2, 2.5 or 3.'],
    [{ weekdayWeights: '01 1 1 1 1 1 1' }, 'weekdayWeights: A night counts 1, 1.5, 2, 2.5 or 3.'],
    [{ kind: 'months' }, 'kind: Choose one of these.'],
    [{ kind: 'weeks', parent: 'c' }, 'parent: Choose one of these.'],
    [{ kind: 'weeks', weekday: '8' }, 'weekday: Choose one of these.'],
    [{ kind: 'weeks', weeks: '5' }, 'weeks: Choose one of these.'],
    [{ kind: 'weeks', start: 'always' }, 'start: Week by week begins tonight or on a date.'],
    [{ start: 'soon' }, 'start: Choose one of these.'],
    [{ start: 'date', from: '' }, 'from: Enter a date such as 2026-11-20.'],
    [{ start: 'date', from: '2026-11-19' }, 'from: Choose tonight or a later night.'],
  ]
  for (const [typed, fault] of rows) t.same(asked(typed), [`agreement.${fault}`])
})
