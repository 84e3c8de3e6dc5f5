import { read } from './acts.ts'
import type { Family, ParentId } from './family.ts'
import type { FamilyRecord, Who } from './record.ts'
import { historyFaults } from './replay.ts'

/** What earlier checks saw. */
export interface Seen {
  /** The title of each event whose night can no longer be changed. */
  titles: Map<string, string>
  /** The last entry of the history, and a digest of all up to it. */
  history: { last: string; digest: string } | undefined
  /** How many events were compared with the plan, all checks together. */
  eventsCompared: number
}

export const nothingSeen = (): Seen => ({
  titles: new Map(),
  history: undefined,
  eventsCompared: 0,
})

export interface Checked {
  family: Family
  record: FamilyRecord
  seen: Seen
  names: Record<ParentId, string>
  /** What the parents were called before. */
  earlierNames: Record<ParentId, readonly string[]>
  firstNight: string
  tonight: string
}

/** Nights that people may still change; the events of earlier ones keep their text. */
const pastLimitDays = 5
const lookAheadDays = 42

interface StoredNight {
  who: Who
  override: boolean
}

/** Everything that differs from what people decided and saw, in the database, the calendar and on the pages. */
export async function check(checked: Checked): Promise<string[]> {
  const { family, firstNight, tonight } = checked
  const rows = await family.query(
    `select night, override, coalesce('sitter:' || lower(babysitter_name), parent, 'open')
      from assignments order by night`,
  )
  const stored = new Map<string, StoredNight>(
    rows.map(row => {
      const [night = '', override, ...who] = row.split(' ')
      return [night, { who: who.join(' '), override: override === 't' }]
    }),
  )
  const first = Temporal.PlainDate.from(firstNight)
  const days = first.until(tonight).days + lookAheadDays
  const wanted = Array.from({ length: days }, (_, index) => first.add({ days: index }).toString())
  return [
    ...differences('the nights on record', [...stored.keys()], wanted),
    ...decisionFaults(checked, stored),
    ...(await eventFaults(checked, stored)),
    ...(await numberErrors(checked)),
    ...(await historyKept(checked)),
    ...(await historyFaults(family, stored)),
  ]
}

function differences(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const [has, should] = [new Set(found), new Set(wanted)]
  const missing = wanted.filter(one => !has.has(one))
  const extra = found.filter(one => !should.has(one))
  const twice = found.length - has.size
  return missing.length + extra.length + twice === 0
    ? []
    : [`${what}: missing ${missing.join()}, not expected ${extra.join()}, double ${twice}`]
}

function decisionFaults({ record }: Checked, stored: ReadonlyMap<string, StoredNight>): string[] {
  const faults: string[] = []
  for (const [night, who] of record.locked) {
    const found = stored.get(night)
    if (found?.who !== who || !found.override)
      faults.push(
        `${night}: ${who} was decided, it is ${found?.who} ${found?.override ? '' : 'un'}locked`,
      )
  }
  for (const [night, { override, who }] of stored)
    if (override && !record.locked.has(night)) faults.push(`${night}: locked for ${who}, by no one`)
  for (const [night, who] of record.past) {
    const found = stored.get(night)?.who
    if (found !== who) faults.push(`${night} is over: ${who} did it, it says ${found}`)
  }
  return faults
}

async function eventFaults(
  { family, seen, names, earlierNames, tonight }: Checked,
  stored: ReadonlyMap<string, StoredNight>,
): Promise<string[]> {
  const oldest = Temporal.PlainDate.from(tonight).subtract({ days: pastLimitDays }).toString()
  const events = await family.events()
  seen.eventsCompared += events.length
  const faults = differences(
    'events',
    events.map(({ date }) => date),
    [...stored.keys()],
  )
  for (const { date, title } of events) {
    const who = stored.get(date)?.who ?? 'open'
    const said = (/^\[([^\]]*)\]/.exec(title)?.[1] ?? title).toLowerCase()
    const possible = [nameOf(who, names)]
    if (date < oldest && (who === 'a' || who === 'b')) possible.push(...earlierNames[who])
    if (!possible.some(name => name.toLowerCase() === said))
      faults.push(`${date} is “${title}” in the calendar, and ${who} does it`)
    if (date >= oldest) continue
    const before = seen.titles.get(date)
    if (before !== undefined && before !== title)
      faults.push(`${date} was “${before}” in the calendar, and is “${title}”`)
    seen.titles.set(date, title)
  }
  return faults
}

/** The name in the event of a night. */
function nameOf(who: Who, names: Readonly<Record<ParentId, string>>): string {
  if (who === 'a' || who === 'b') return names[who]
  return who === 'open' ? 'No one yet' : who.slice('sitter:'.length)
}

interface Sum {
  nights: Record<ParentId | 'babysitter', number>
  balance: number | null
}

/** The statistics: on their page, as JSON and as a file, against a count of the nights that are over. */
async function numberErrors({ family, record, names, firstNight, tonight }: Checked) {
  const months = `from=${firstNight.slice(0, 7)}&to=${tonight.slice(0, 7)}`
  const own = countBy(record.past, () => 'all')['all'] ?? noNights()
  const ownMonths = countBy(record.past, night => night.slice(0, 7))
  const balance = await read<{
    share: Record<ParentId, number>
    so_far: Sum | null
    months: (Sum & { month: string; status: string; period: string })[]
  }>(family, `/api/balance?${months}`)
  const faults: string[] = []
  const compare = (what: string, found: unknown, wanted: unknown) => {
    const [one, two] = [JSON.stringify(found), JSON.stringify(wanted)]
    if (one !== two) faults.push(`${what}: ${one}, and counted ${two}`)
  }
  compare('nights so far', balance.so_far?.nights, own)
  const { a, b } = balance.share
  // 2 × ((1 − share) × nights of a − share × nights of b), as packages/fairness/README.md says.
  compare('balance', balance.so_far?.balance, (2 * (b * own.a - a * own.b)) / 100)
  const shown = balance.months.filter(({ status }) => status === 'so_far')
  compare(
    'months',
    Object.fromEntries(shown.map(({ month, nights }) => [month, nights])),
    ownMonths,
  )

  const answer = await family.people.a.send(`/statistics.csv?${months}&order=oldest`)
  const [header = [], ...lines] = (await answer.text())
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map(cellsOf)
  const column = (name: string) => header.indexOf(name)
  const soFar = lines.filter(line => line[column('Status')] === 'so far')
  const sitters = header.flatMap((name, index) => {
    const sitter = /^Babysitter: (.*)$/.exec(name)?.[1]
    return sitter === undefined ? [] : [{ sitter, index }]
  })
  compare(
    'months of the file',
    Object.fromEntries(
      soFar.map(line => [
        line[0],
        {
          a: Number(line[column(names.a)]),
          b: Number(line[column(names.b)]),
          babysitter: Number(line[column('Babysitters')]),
        },
      ]),
    ),
    ownMonths,
  )
  for (const { sitter, index } of sitters) {
    const did = [...record.past.values()].filter(who => who === `sitter:${sitter.toLowerCase()}`)
    compare(
      `nights of ${sitter} in the file`,
      soFar.reduce((sum, line) => sum + Number(line[index]), 0),
      did.length,
    )
  }

  const page = await (await family.people.a.send(`/statistics?${months}`)).text()
  const [, sums = ''] = /<tfoot>([^]*?)<\/tfoot>/.exec(page) ?? []
  const [row = ''] = sums.split('</tr>')
  const cells = [...row.matchAll(/<td data-label="[^"]*">([^<]*)/g)].map(([, value]) =>
    Number(value),
  )
  compare('sums on the page', cells.slice(0, 3), [own.a, own.b, own.babysitter])
  return faults
}

/** The cells of a line of CSV; one with a comma is in quotes. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

const noNights = () => ({ a: 0, b: 0, babysitter: 0 })

function countBy(past: ReadonlyMap<string, Who>, groupOf: (night: string) => string) {
  const counts: Record<string, ReturnType<typeof noNights>> = {}
  for (const [night, who] of [...past].toSorted(([one], [two]) => (one < two ? -1 : 1))) {
    const group = (counts[groupOf(night)] ??= noNights())
    if (who === 'a' || who === 'b') group[who] += 1
    else if (who !== 'open') group.babysitter += 1
  }
  return counts
}

/** What stood in the history is there, unchanged, and so is each change that a page confirmed. */
async function historyKept({ family, record, seen }: Checked): Promise<string[]> {
  const digestTo = async (last: string) =>
    (
      await family.query(
        `select coalesce(md5(string_agg(md5(h::text), '' order by id)), '-') from history h where id <= ${last}`,
      )
    )[0] ?? ''
  const faults: string[] = []
  if (seen.history && (await digestTo(seen.history.last)) !== seen.history.digest)
    faults.push('what stood in the history has changed')
  const [last = '0'] = await family.query('select coalesce(max(id), 0) from history')
  seen.history = { last, digest: await digestTo(last) }
  const known = new Set(
    await family.query('select distinct change from history where change is not null'),
  )
  const lost = record.changes.filter(change => !known.has(change))
  return lost.length === 0 ? faults : [...faults, `changes without history: ${lost.join(', ')}`]
}
