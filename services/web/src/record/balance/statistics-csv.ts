import type { AssignedNight } from '@night-routine/database/nights'
import { inNights } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import { stringify } from 'csv-stringify/sync'
import type { Speaker } from './balance-text.ts'
import { numberColumns, periodText } from './row-text.ts'
import type { StatisticsRow } from './statistics-rows.ts'

/**
 * The statistics for a spreadsheet (RFC 4180): a line per row of the page, in this order, with its columns and one per
 * babysitter. A difference is a number, positive for parent `a`. Names that look like formulas are escaped. The byte
 * order mark makes Excel read UTF-8. A file can be passed on, so it names both parents.
 */
export function statisticsCsv(rows: readonly StatisticsRow[], speaker: Speaker): string {
  const { people, wording } = speaker
  const columns = numberColumns({ ...speaker, people: { names: people.names } })
  const babysitters = babysitterNames(rows, wording)
  const header = [
    wording.say('statistics.month'),
    ...columns.map(({ heading }) => heading),
    wording.say('statistics.status'),
    wording.say('statistics.differenceOf', people.names),
    wording.say('statistics.after'),
    ...babysitters.map(name => wording.say('statistics.babysitterNamed', { name })),
  ]
  const lines = rows.map(row => [
    periodText(row, month => month, wording),
    ...columns.map(({ value }) => value(row.sum)),
    wording.say(`statistics.status.${row.status}`),
    row.difference === null ? '' : inNights(row.difference),
    row.balance === null ? '' : inNights(row.balance),
    ...babysitters.map(
      name => row.nights.filter(night => sitterOf(night, wording) === name).length,
    ),
  ])
  return stringify([header, ...lines], {
    record_delimiter: 'windows',
    escape_formulas: true,
    bom: true,
  })
}

function babysitterNames(rows: readonly StatisticsRow[], wording: Wording) {
  const names = rows
    .flatMap(({ nights }) => nights.map(night => sitterOf(night, wording)))
    .filter(name => name !== null)
  return [...new Set(names)].toSorted(wording.compare)
}

function sitterOf({ caregiver, babysitter }: AssignedNight, { say }: Pick<Wording, 'say'>) {
  return caregiver === 'babysitter' ? (babysitter?.name ?? say('person.babysitter')) : null
}
