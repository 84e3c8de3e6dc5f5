import type { EmulatorEvent } from '@night-routine/google-emulator'
import type { Installation } from '../installation/installation.ts'
import { query } from './plan.ts'

/** A night from today on, as the database has it. */
export interface PlannedNight {
  id: number
  date: string
  /** The expected name in its event; null if both parents are away. */
  who: string | null
  override: boolean
}

const nights = `
  select a.id, a.night as date, coalesce(a.babysitter_name, p.name) as who, a.override
  from assignments a left join parents p on p.id = a.parent
  where a.night >= current_date order by a.night`

const history = `
  select concat_ws(' ', at, actor_kind, actor, action, night, after) from history order by id`

/** The nights from today on, in order. @throws {ProgramError} while PostgreSQL is not there */
export async function readNights(installation: Installation): Promise<PlannedNight[]> {
  const rows = await query(installation, `select row_to_json(n) from (${nights}) n`)
  return rows.map(row => JSON.parse(row) as PlannedNight)
}

/** One line for each entry of the history, oldest first. */
export function readHistory(installation: Installation): Promise<string[]> {
  return query(installation, history)
}

/**
 * Where plan and calendar differ: every night that somebody does has exactly one event, which starts on its
 * date and carries that name, and there is no other event from the plan's first night on.
 */
export function disagreements(
  plan: readonly PlannedNight[],
  events: readonly EmulatorEvent[],
): string[] {
  const names = Map.groupBy(events, ({ start }) => start.date ?? 'no date')
  const faults = plan.flatMap(({ date, who }) => {
    const found = (names.get(date) ?? []).map(({ summary = '' }) => summary)
    const wanted = who === null ? [] : [`[${who}] 🌃👶Routine`]
    return found.join() === wanted.join()
      ? []
      : [
          `${date}: ${who ?? 'no caregiver'} is planned, the calendar has ${found.join(', ') || 'nothing'}`,
        ]
  })
  const planned = new Set(plan.map(({ date }) => date))
  const extra = [...names.keys()].filter(
    date => date >= (plan[0]?.date ?? '') && !planned.has(date),
  )
  return [...faults, ...extra.map(date => `${date}: not planned, but in the calendar`)]
}
