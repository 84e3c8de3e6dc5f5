import type { AssignedNight, ParentId } from '@night-routine/database'
import { countNights } from '@night-routine/fairness'
import { statisticsColumns, type Wording } from '@night-routine/wording'
import { stringify } from 'csv-stringify/sync'

/** The file's data; months in the order of its lines. */
export interface StatisticsCsvFacts {
  months: readonly Temporal.PlainYearMonth[]
  nights: readonly AssignedNight[]
  names: Record<ParentId, string>
  wording: Pick<Wording, 'say' | 'compare'>
}

/**
 * The statistics for a spreadsheet (RFC 4180): a line per month, the columns of the page and one per babysitter. Names that look like formulas are escaped. The byte order mark makes Excel read UTF-8.
 */
export function statisticsCsv({ months, nights, names, wording }: StatisticsCsvFacts): string {
  const byMonth = Map.groupBy(nights, ({ night }) => night.toPlainYearMonth().toString())
  const babysitters = babysitterNames(nights, wording)
  const header = [
    wording.say('statistics.month'),
    ...statisticsColumns.map(({ heading }) => heading(names, wording)),
  ]
  const named = babysitters.map(name => wording.say('statistics.babysitterNamed', { name }))
  const lines = months.map(month => {
    const those = byMonth.get(month.toString()) ?? []
    const { total } = countNights(those)
    const theirs = babysitters.map(
      name => those.filter(night => sitterOf(night, wording) === name).length,
    )
    return [month.toString(), ...statisticsColumns.map(({ value }) => value(total)), ...theirs]
  })
  return stringify([[...header, ...named], ...lines], {
    record_delimiter: 'windows',
    escape_formulas: true,
    bom: true,
  })
}

function babysitterNames(nights: readonly AssignedNight[], wording: StatisticsCsvFacts['wording']) {
  const names = nights.map(night => sitterOf(night, wording)).filter(name => name !== null)
  return [...new Set(names)].toSorted(wording.compare)
}

function sitterOf({ caregiver, babysitter }: AssignedNight, { say }: Pick<Wording, 'say'>) {
  return caregiver === 'babysitter' ? (babysitter?.name ?? say('person.babysitter')) : null
}
