import t from 'tap'
import { askedFor, formOf, postedForm } from '../../../src/household/settings/settings-form.ts'
import { inForce } from './in-force.ts'

const everyDay = ['1', '2', '3', '4', '5', '6', '7']

t.test('each field says what is wrong with it', async t => {
  const rows: [field: string, typed: string | string[], text: string][] = [
    ['parents.a.name', '', 'Enter a name.'],
    ['parents.a.name', ['Sam', 'Kim'], 'Enter a name.'],
    ['parents.b.name', '[x]', 'A name can’t contain square brackets.'],
    ['parents.b.name', ' aLEX', 'The parents need different names.'],
    ['parents.a.unavailableWeekdays', '8', 'A weekday is a number'],
    ['lookAheadDays', '1e2', 'The plan can reach 1 to 365'],
    ['pastLimitDays', '31', 'Past nights can be changed for 0 to 30 days.'],
    ['pastLimitDays', '', 'Past nights can be changed for 0 to 30 days.'],
    ['updateFrequency', 'hourly', 'Choose one of these.'],
    ['countFrom', '2026-02-30', 'Enter a date such as'],
    ['countFrom', '1999-12-31', 'Counting can start with a night'],
    ['timeZone', 'Mars/Base', 'Enter a time zone such as'],
    ['dayTurnsAtHour', '04:30', 'The next night starts at a full hour, such as 04:00.'],
    ['weekStart', '0', 'A week starts on a day'],
    ['language', 'tlh', 'We don’t speak this language yet.'],
    ['statisticsOrder', 'x', 'Choose one of these.'],
  ]
  const { values } = formOf(inForce)
  const faultsOf = (typed: Record<string, string | string[]>, field: string) =>
    askedFor(postedForm({ ...values, ...typed }), inForce)
      .faults.filter(fault => fault.field === field)
      .map(({ text }) => text)
      .join(' ')
  for (const [field, typed, text] of rows)
    t.ok(faultsOf({ [field]: typed }, field).startsWith(text), `${field} ${String(typed)}`)
  const never = {
    'parents.a.unavailableWeekdays': everyDay,
    'parents.b.unavailableWeekdays': everyDay,
  }
  const nobody = faultsOf(never, 'parents.b.unavailableWeekdays')
  t.match(nobody, 'At least one parent must be available')
})
