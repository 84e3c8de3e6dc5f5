import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A name or a time zone that nobody has chosen yet is null; it was 'Parent A', 'Parent B' or 'UTC'. */
export const notChosenYet: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [parents, zone, history]) await statement.execute(db)
  },
}

const parents = sql`
  alter table parents alter column name drop not null;
  update parents set name = null where (id, name) in (('a', 'Parent A'), ('b', 'Parent B'))`

const zone = sql`
  alter table settings alter column time_zone drop not null;
  update settings set time_zone = null where time_zone = 'UTC'`

// An undo compares history with the settings, so both need the same value for what was not chosen.
const history = sql`
  create function pg_temp.not_chosen_yet(facts jsonb) returns jsonb language sql as $$
    select facts
      || case when facts @> '{"parents.a.name": "Parent A"}' then '{"parents.a.name": null}' else '{}' end::jsonb
      || case when facts @> '{"parents.b.name": "Parent B"}' then '{"parents.b.name": null}' else '{}' end::jsonb
      || case when facts @> '{"timeZone": "UTC"}' then '{"timeZone": null}' else '{}' end::jsonb
  $$;
  alter table history disable trigger history_is_append_only;
  update history
    set before = pg_temp.not_chosen_yet(before), after = pg_temp.not_chosen_yet(after)
    where action in ('settings-changed', 'settings-undone');
  alter table history enable trigger history_is_append_only;
  drop function pg_temp.not_chosen_yet(jsonb)`
