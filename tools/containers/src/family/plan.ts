import type { Snapshot } from '@night-routine/chaos'
import { waitFor } from '@night-routine/servers'
import type { Installation } from '../installation/installation.ts'

type Engine = Pick<Installation, 'docker' | 'project'>

/**
 * What one query prints, a line for each row, its columns separated by a space.
 *
 * @throws {ProgramError} while PostgreSQL is not there
 */
export async function query({ docker, project }: Engine, sql: string): Promise<string[]> {
  const psql = ['psql', '--username=night_routine', '--dbname=night_routine', '--no-psqlrc']
  const form = ['--tuples-only', '--no-align', '--field-separator= ', '--set=ON_ERROR_STOP=1']
  // Not by docker compose, which takes three times as long to say the same.
  const container = `${project}-postgres-1`
  const printed = await docker('exec', container, ...psql, ...form, `--command=${sql}`)
  return printed.split('\n').filter(line => line !== '')
}

/** Asks for each night of the plan, such as `2026-11-20 a` or `2026-11-21 Kim locked`. */
export const planQuery = `select concat_ws(' ', night, coalesce(babysitter_name, parent, 'open'), case when override then 'locked' end)
  from assignments order by night`

/** Each night of the plan. */
export function readPlan(installation: Engine): Promise<string[]> {
  return query(installation, planQuery)
}

/** A night from today on, as the database has it. */
export type PlannedNight = Snapshot['nights'][number] & { id: number; override: boolean }

const nights = `
  select id, night, coalesce(babysitter_name, parent) as who, babysitter_name is not null as sits, override
  from assignments where night >= current_date order by night`

/** The nights from today on, in order. @throws {ProgramError} while PostgreSQL is not there */
export async function readNights(installation: Engine): Promise<PlannedNight[]> {
  const rows = await query(installation, `select row_to_json(n) from (${nights}) n`)
  return rows.map(row => {
    const { night, who, sits, ...others } = JSON.parse(row) as Record<'night' | 'who', string> & {
      id: number
      override: boolean
      sits: boolean
    }
    return {
      ...others,
      night: Temporal.PlainDate.from(night),
      caregiver: sits ? 'babysitter' : (who as 'a' | 'b'),
      babysitter: sits ? { name: who } : null,
    }
  })
}

/** One line for each entry of the history, oldest first. */
export function readHistory(installation: Engine): Promise<string[]> {
  return query(
    installation,
    `select concat_ws(' ', at, actor_kind, actor, action, night, after) from history order by id`,
  )
}

/** Resolves when the services have done everything that was requested, with what failed meanwhile. */
export async function settled(installation: Engine): Promise<void> {
  await workDone(sql => query(installation, sql))
}

/** The same, of the database that `ask` asks. */
export async function workDone(ask: (sql: string) => Promise<string[]>): Promise<void> {
  let quiet = 0
  await waitFor('the end of the work', async () => {
    const open = await ask(
      `select kind, last_error from job_requests where request_number <> done_number or claimed_until > now()`,
    )
    quiet = open.length === 0 ? quiet + 1 : 0
    // A finished job may request another one.
    return quiet === 3
  })
}
