import type { DatabaseSync } from 'node:sqlite'

/** A night of the invented household. */
export interface InventedNight {
  night: string
  name: string
  kind: 'parent' | 'babysitter'
  reason: string
  locked: boolean
  eventId: string
}

/** Nora can't on Wednesdays, Elias on Saturdays, and Aunt Mila sits now and then. */
export const people = { a: 'Nora', b: 'Elias', babysitter: 'Aunt Mila' }
export const calendar = { id: 'family', name: 'Family' }

const reasons = ['Total Count', 'Alternating', 'Recent Count', 'Double Consecutive Swap']

/** Nights from `first` on, with some overrides and babysitters. The same numbers give the same nights. */
export function inventNights(first: string, count: number): InventedNight[] {
  const from = Temporal.PlainDate.from(first)
  return Array.from({ length: count }, (_, index) => {
    const night = from.add({ days: index })
    const kind = index % 29 === 7 ? 'babysitter' : 'parent'
    const alone = { 3: 'b', 6: 'a' } as const
    const parent =
      (night.dayOfWeek === 3 || night.dayOfWeek === 6 ? alone[night.dayOfWeek] : undefined) ??
      (index % 2 === 0 ? 'a' : 'b')
    const locked = kind === 'babysitter' || index % 17 === 3
    return {
      night: night.toString(),
      name: kind === 'babysitter' ? people.babysitter : people[parent],
      kind,
      reason: locked
        ? 'Override'
        : night.dayOfWeek === 3
          ? 'Unavailability'
          : (reasons[index % 4] ?? ''),
      locked,
      eventId: `evt${night.toString().replaceAll('-', '')}${String(index).padStart(13, '0')}`,
    }
  })
}

/** Writes the household into tables that night-routine's migrations made, up to this schema. */
export function fill(
  database: DatabaseSync,
  { schema, nights }: { schema: number; nights: readonly InventedNight[] },
): void {
  const columns = [
    'parent_name',
    'assignment_date',
    ...(schema >= 3 ? ['override'] : []),
    ...(schema >= 4 ? ['google_calendar_event_id'] : []),
    ...(schema >= 9 ? ['decision_reason'] : []),
    ...(schema >= 15 ? ['caregiver_type'] : []),
  ]
  const insert = database.prepare(
    `insert into assignments (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (const { night, name, kind, reason, locked, eventId } of nights) {
    // Before it knew babysitters, a parent stood there.
    if (schema < 15 && kind === 'babysitter') continue
    const values = [name, night, Number(locked), eventId, reason, kind]
    insert.run(...values.slice(0, columns.length))
  }
}

/** Writes names, days, settings and the selected calendar. */
export function configure(database: DatabaseSync, schema: number): void {
  if (schema >= 12)
    database
      .prepare('insert into calendar_settings (id, calendar_id, calendar_name) values (1, ?, ?)')
      .run(calendar.id, calendar.name)
  else if (schema >= 2)
    database
      .prepare('insert into calendar_settings (id, calendar_id) values (1, ?)')
      .run(calendar.id)
  if (schema < 11) return
  database
    .prepare('insert into config_parents (id, parent_a, parent_b) values (1, ?, ?)')
    .run(people.a, people.b)
  const away = database.prepare(
    'insert into config_availability (parent, unavailable_day) values (?, ?)',
  )
  away.run('parent_a', 'Wednesday')
  away.run('parent_b', 'Saturday')
  database.exec(
    `insert into config_schedule (id, update_frequency, look_ahead_days, past_event_threshold_days)
      values (1, 'weekly', 25, 7)`,
  )
}
