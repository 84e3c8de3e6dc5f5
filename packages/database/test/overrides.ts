import { sql } from 'kysely'
import type { Queryable } from '@night-routine/database/connection'

/** Gives a night to a babysitter, as a person does. */
export async function bookBabysitter(q: Queryable, night: string, name: string): Promise<void> {
  await sql`
    insert into assignments (night, caregiver_type, babysitter_name, reason, override, decided_on)
    values (${night}, 'babysitter', ${name}, 'Override', true, ${night})
    on conflict (night) do update set caregiver_type = 'babysitter', parent = null,
      babysitter_name = excluded.babysitter_name, reason = 'Override', override = true
  `.execute(q)
}
