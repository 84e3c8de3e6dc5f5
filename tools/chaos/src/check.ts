import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Assignment, RecordedEntry } from '@night-routine/database/nights'
import type { EmulatorEvent } from '@night-routine/google-emulator'
import { noteDoubts } from './acts-on-pages.ts'
import { disagreements } from './agreement.ts'
import { allHistory, allNights, decisionOf, readState } from './household-state.ts'
import { ambiguous, faultsOf, settledAs } from './model.ts'
import { stateText, replay, type Nights } from './replay.ts'
import type { Run } from './run-state.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

/** The state before the first step, and what earlier checks saw. */
export interface Seen {
  /** Nights before the first history entry. */
  before: Nights
  /** Nights that were over long before, whatever zone the household moves to. */
  past: ReadonlyMap<string, string>
  /** The history so far, one line per entry. */
  history: readonly string[]
}

/** Everything that is wrong after a run has settled. From here on, the model takes the actual state as decided. */
export async function check(run: Run, seen: Seen): Promise<{ problems: string[]; seen: Seen }> {
  const { stack } = run
  const state = await readState(stack.db)
  const nights = await allNights(stack.db)
  const entries = await allHistory(stack.db)
  const history = entries.map(asLine)
  noteDoubts(run, entries)
  const decided = new Map(nights.map(night => [night.night.toString(), decisionOf(night)]))
  const problems = [
    ...faultsOf(run.model, decided),
    ...disagreements({ ...state, nights, calendars: await calendarsWithout(run) }),
    ...historyFaults(seen, { entries, history, nights }),
    ...pastFaults(seen, nights),
    ...(await foreignFaults(run)),
    ...stack.deaths,
    ...run.visitor.surprises,
    ...(await fatalLines(stack.logs)),
  ]
  run.checks += 1
  run.ambiguous += ambiguous(run.model)
  run.model = settledAs(run.model, decided, state.oldest)
  if (problems.length === 0) problems.push(...(await writesAfter(run)))
  return { problems, seen: { ...seen, history } }
}

/** No time zone of a run is further from the initial one than this. */
const mostDaysApart = 2
const longestPastLimit = 5

/** The nights that nobody can change any more, whatever zone the household moves to. */
export function pastOf(nights: readonly Assignment[], tonight: Temporal.PlainDate) {
  return new Map(
    nights
      .filter(({ night }) => night.until(tonight).days > mostDaysApart + longestPastLimit)
      .map(night => [night.night.toString(), asLine(night)]),
  )
}

/** Everything stored about a night or a history entry, as text. */
function asLine(row: Assignment | RecordedEntry): string {
  return JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

async function calendarsWithout({ stack: { control }, foreign }: Run) {
  const calendars = new Map<string, EmulatorEvent[]>()
  for (const { id } of await control.calendars())
    calendars.set(
      id,
      (await control.events(id)).filter(event => !foreign.has(event.id)),
    )
  return calendars
}

function historyFaults(
  { before, history: known }: Seen,
  now: { entries: readonly RecordedEntry[]; history: readonly string[]; nights: Assignment[] },
): string[] {
  const kept = known.every((line, index) => now.history[index] === line)
  const { nights: replayed, problems } = replay(before, now.entries)
  const stored = new Map(now.nights.map(night => [night.night.toString(), night]))
  for (const night of new Set([...replayed.keys(), ...stored.keys()]))
    if (stateText(replayed.get(night)) !== stateText(stored.get(night)))
      problems.push(
        `${night} is ${stateText(stored.get(night))}, and the history says ${stateText(replayed.get(night))}`,
      )
  return kept ? problems : ['what stood in the history has changed', ...problems]
}

function pastFaults({ past }: Seen, nights: readonly Assignment[]): string[] {
  const now = new Map(nights.map(night => [night.night.toString(), asLine(night)]))
  return [...past].flatMap(([night, line]) =>
    now.get(night) === line ? [] : [`the past night ${night} was ${line}, is ${now.get(night)}`],
  )
}

async function foreignFaults({ stack: { control }, foreign }: Run): Promise<string[]> {
  const problems: string[] = []
  for (const [id, { calendarId, event }] of foreign) {
    const now = (await control.events(calendarId)).find(other => other.id === id)
    if (now?.etag !== event.etag) problems.push(`an event that is not ours was touched: ${id}`)
  }
  return problems
}

async function fatalLines(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.log'))
  const lines = await Promise.all(
    files.map(async name => (await readFile(join(folder, name), 'utf8')).split('\n')),
  )
  return lines.flat().filter(line => /"level":60|unhandled/i.test(line))
}

/** Writes that follow when the calendar is read again; there should be none. */
async function writesAfter(run: Run): Promise<string[]> {
  const { control } = run.stack
  const { calendarId } = await readState(run.stack.db)
  await control.clearRequests()
  for (const location of ['here', 'there']) {
    const event = await control.createEvent(calendarId, {
      summary: 'Dentist',
      location,
      start: { date: '2030-01-01' },
      end: { date: '2030-01-02' },
    })
    run.foreign.set(event.id, { calendarId, event })
    const problems = await waitUntilIdle(run)
    if (problems.length > 0) return problems
  }
  const writes = (await control.requests()).filter(
    ({ method, path }) => method !== 'GET' && /\/events(\/[^/]+)?$/.test(path),
  )
  return writes
    .filter(({ path }) => !path.endsWith('/watch'))
    .map(({ method, path }) => `written after all had settled: ${method} ${path}`)
}
