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

/** Resolves when the services have done everything that was requested, with what failed meanwhile. */
export async function settled(installation: Engine): Promise<void> {
  let quiet = 0
  await waitFor('the end of the work', async () => {
    const open = await query(
      installation,
      `select kind, last_error from job_requests where request_number <> done_number or claimed_until > now()`,
    )
    quiet = open.length === 0 ? quiet + 1 : 0
    // A finished job may request another one.
    return quiet === 3
  })
}
