import type { Life } from './life.ts'
import type { Measurement } from './measure.ts'
import type { Years } from './years.ts'

/** MiB that a container may take more in the last third of a run than in the first: what comes and goes. */
const noise = (mib: number) => 8 + mib * 0.15

/** Containers whose memory grew over the run. The first measurement is of a new installation, which fills its caches. */
export function memoryFaults(measurements: readonly Measurement[]): string[] {
  const later = measurements.slice(1)
  const third = Math.floor(later.length / 3)
  if (third === 0) return []
  const names = Object.keys(later[0]?.memory ?? {})
  return names.flatMap(name => {
    const median = (list: readonly Measurement[]) =>
      middle(list.map(one => one.memory[name] ?? NaN))
    const [before, after] = [median(later.slice(0, third)), median(later.slice(-third))]
    return after <= before + noise(before) ? [] : [`${name} grew from ${before} to ${after} MiB`]
  })
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? NaN
}

/** What a family's database grows by in a year. */
export function growthOf(
  { family, seen }: Pick<Life, 'family' | 'seen'>,
  { measurements }: Pick<Years, 'measurements'>,
): string {
  const list = measurements.get(family.name) ?? []
  const [first, last] = [list[0], list.at(-1)]
  if (first === undefined || last === undefined || first === last) return family.name
  const aYear = 365 / (last.day - first.day)
  const grown = (last.databaseMb - first.databaseMb) * aYear
  const rows = Object.keys(last.rows)
    .map(name => [name, ((last.rows[name] ?? 0) - (first.rows[name] ?? 0)) * aYear] as const)
    .filter(([, count]) => Math.abs(count) >= 1)
    .map(([name, count]) => `${name} ${count.toFixed(0)}`)
  return `${family.name}: ${last.day} days, ${seen.eventsCompared} events compared, ${grown.toFixed(1)} MB a year (${rows.join(', ')})`
}

/** The tables of a run, as lines. */
export function reportOf({ lives, measurements, changesOfTime, logs }: Years): string[] {
  return [
    `changes of time: ${changesOfTime}`,
    ...lives.flatMap(({ family, record, acts, troubles }) => [
      `${family.name}: ${counts(troubles)}`,
      `${family.name}: ${record.past.size} nights over, ${record.locked.size} locked, ${record.changes.length} changes`,
      `${family.name}: ${counts(acts)}`,
      ...(measurements.get(family.name) ?? []).map(
        ({ day, memory, databaseMb, rows, sizes }) =>
          `${family.name} day ${day}: ${JSON.stringify({ memory, databaseMb: Math.round(databaseMb * 10) / 10, rows, sizes })}`,
      ),
    ]),
    `errors in trouble: ${counts(logs.inTrouble)}`,
    `errors while all was well: ${counts(logs.unexplained)}`,
  ]
}

function counts(map: ReadonlyMap<string, unknown>): string {
  return [...map].map(([name, count]) => `${name} ${JSON.stringify(count)}`).join(', ')
}
