import type { AssignedNight } from '@night-routine/database/nights'
import type { Wording } from '@night-routine/wording'
import { stringify } from 'csv-stringify/sync'
import { shownNights, type Speaker } from './balance-text.ts'
import { numberColumns, periodText } from './row-text.ts'
import type { StatisticsRow } from './statistics-rows.ts'

/**
 * The statistics for a spreadsheet (RFC 4180): a line per row of the page, in this order, with its columns, the status,
 * the difference and one column per babysitter. A difference is a number, positive for parent `a`. Names that look like
 * formulas are escaped. The byte order mark makes Excel read UTF-8. A file can be passed on, so it names both parents.
 */
export function statisticsCsv(rows: readonly StatisticsRow[], speaker: Speaker): string {
  const { account, people, wording } = speaker
  const nights = (units: number | null) => (units === null ? '' : shownNights(units, speaker))
  const columns = numberColumns({ ...speaker, people: { names: people.names } })
  const babysitters = babysitterNames(rows, wording)
  const header = [
    wording.say('statistics.month'),
    ...columns.map(({ heading }) => heading),
    wording.say('statistics.status'),
    wording.say(
      account.isHalves ? 'statistics.differenceOf' : 'statistics.moreThanAgreedOf',
      people.names,
    ),
    wording.say('statistics.after'),
    ...babysitters.map(name => wording.say('statistics.babysitterNamed', { name })),
  ]
  const lines = rows.map(row => [
    periodText(row, month => month, wording),
    ...columns.map(({ value }) => value(row.sum)),
    wording.say(`statistics.status.${row.status}`),
    nights(row.difference),
    nights(row.balance),
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
