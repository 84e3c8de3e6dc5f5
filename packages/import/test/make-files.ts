// node scripts/run.js packages/import/test/make-files.ts FOLDER: makes the files of night-routine for the tests, with the
// migrations in FOLDER (internal/database/migrations/sqlite of github.com/Belphemur/night-routine).
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { configure, fill, inventNights } from './night-routine-household.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say where the migrations of night-routine are.')
const migrations = globSync('*.up.sql', { cwd: folder }).toSorted()
const files = join(import.meta.dirname, 'files')
mkdirSync(files, { recursive: true })

for (const schema of [1, 12, 19]) {
  const path = join(files, `schema-${schema}.db`)
  rmSync(path, { force: true })
  const database = new DatabaseSync(path)
  // As night-routine keeps it.
  database.exec('pragma page_size = 1024; pragma journal_mode = wal; pragma foreign_keys = on')
  database.exec('create table schema_migrations (version uint64, dirty bool)')
  for (const name of migrations.filter(each => Number.parseInt(basename(each), 10) <= schema))
    database.exec(readFileSync(join(folder, name), 'utf8'))
  database.prepare('insert into schema_migrations values (?, 0)').run(schema)
  configure(database, schema)
  fill(database, { schema, nights: inventNights('2026-09-01', 106) })
  // The same bytes each time.
  database.exec(`drop trigger if exists assignments_update_trigger;
    update assignments set created_at = '2026-09-01 18:00:00'`)
  database.exec('vacuum')
  database.close()
}
