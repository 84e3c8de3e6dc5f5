import { sql, type Kysely } from 'kysely'
import type { ConnectOptions } from '@night-routine/database/connection'
import { dropDatabase, makeDatabase, type Test } from './test-server.ts'

interface Pooled<Tables> {
  db: Kysely<Tables>
  url: string
  /** The catalogue of the database when it was made. */
  catalogue: string
}

/**
 * A pool of copies of a template. A copy that a test returns is emptied and used again, with its open connections:
 * to make a database and to connect costs more than most tests. When the process ends, all are dropped.
 */
export function databasePool<Tables>(
  serverUrl: () => string,
  open: (options: ConnectOptions) => Kysely<Tables>,
): (t: Test, template: string) => Promise<Pick<Pooled<Tables>, 'db' | 'url'>> {
  const idle = new Map<string, Pooled<Tables>[]>()

  async function make(template: string): Promise<Pooled<Tables>> {
    const url = await makeDatabase(serverUrl(), template)
    const db = open({ url, applicationName: 'test', timeoutMs: 60_000, mayEndIdle: true })
    return { db, url, catalogue: await catalogueOf(db) }
  }

  async function drop({ db, url }: Pooled<Tables>) {
    await db.destroy()
    await dropDatabase(serverUrl(), url)
  }

  /** The next one that is as it was made; the others are dropped. */
  async function again(free: Pooled<Tables>[]): Promise<Pooled<Tables> | undefined> {
    const pooled = free.pop()
    if (pooled === undefined || (await isAsMade(pooled))) return pooled
    await drop(pooled)
    return again(free)
  }

  async function dropAll() {
    await Promise.all([...idle.values()].flatMap(each => each.splice(0)).map(drop))
  }
  process.on('beforeExit', () => void dropAll())

  return async (t, template) => {
    const free = idle.get(template) ?? []
    idle.set(template, free)
    const pooled = (await again(free)) ?? (await make(template))
    t.teardown(async () => void free.push(pooled))
    return pooled
  }
}

/** Empties it; false where a test closed it, or changed more than its rows. */
async function isAsMade<Tables>({ db, catalogue }: Pooled<Tables>): Promise<boolean> {
  try {
    await emptyTables(db)
    return (await catalogueOf(db)) === catalogue
  } catch {
    return false
  }
}

/** What changes with every table, column or trigger that is made, altered or dropped. */
async function catalogueOf<Tables>(db: Kysely<Tables>): Promise<string> {
  const catalogues = ['pg_class', 'pg_attribute', 'pg_trigger'].map(
    name => sql`(select concat(count(*), ' ', max(xmin::text::bigint)) from ${sql.ref(name)})`,
  )
  const all = sql`concat_ws(' ', ${sql.join(catalogues)})`
  const { rows } = await sql<{ all: string }>`select ${all} as "all"`.execute(db)
  return rows[0]?.all ?? ''
}

/**
 * Empties the tables and restarts their ids, which costs less than a new database. The rows that migrations insert
 * are inserted again. Connections that a test left open are ended first.
 */
export async function emptyTables<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`do $$ declare filled regclass; begin
    perform pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name <> 'test' and pid <> pg_backend_pid();
    -- Without triggers: history is append-only.
    set local session_replication_role = replica;
    for filled in select oid from pg_class
      where relkind = 'r' and relnamespace in
          (select oid from pg_namespace where nspname in ('public', 'vault'))
        and pg_relation_size(oid) > 0 and relname not like '%migration%'
    loop execute format('delete from %s', filled); end loop;
    perform setval(oid, 1, false) from pg_class
      where relkind = 'S' and relnamespace = 'public'::regnamespace;
    if to_regclass('public.publication') is not null then
      insert into publication default values;
      insert into notification_cursor (history_id) values (0);
    end if;
  end $$`.execute(db)
}
