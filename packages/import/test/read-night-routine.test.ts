import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readNightRoutine } from '@night-routine/import'
import t, { type Test } from 'tap'
import { bytesOf, changed, folderFor } from './files.ts'
import { calendar, inventNights, people } from './night-routine-household.ts'

const invented = inventNights('2026-09-01', 106)

t.test('reads everything of the newest schema', async t => {
  const read = readNightRoutine(bytesOf(19))
  t.same(read.nights, invented)
  t.same(read.names, { a: people.a, b: people.b })
  t.same(read.unavailableWeekdays, { a: [3], b: [6] })
  t.same(read.settings, {
    updateFrequency: 'weekly',
    lookAheadDays: 25,
    pastLimitDays: 7,
    statisticsOrder: 'newest',
  })
  t.same(read.calendar, calendar)
  t.equal(read.source, 'night-routine')
})

t.test('reads a middle schema, which knows no babysitter', async t => {
  const read = readNightRoutine(bytesOf(12))
  const parents = invented.filter(({ kind }) => kind === 'parent')
  t.same(read.nights, parents)
  t.same(read.names, { a: people.a, b: people.b })
  t.same(read.calendar, calendar)
  t.equal(read.settings.statisticsOrder, undefined)
})

t.test('reads the first schema, which knows names and dates only', async t => {
  const read = readNightRoutine(bytesOf(1))
  t.same(
    read.nights,
    invented
      .filter(({ kind }) => kind === 'parent')
      .map(({ night, name }) => {
        return { night, name, kind: 'parent', reason: null, locked: false, eventId: null }
      }),
  )
  t.equal(read.names, null)
  t.equal(read.calendar, null)
})

t.test('the newest row of a date counts, and rows without a name or a date do not', async t => {
  const bytes = await changed(t, database => {
    database.exec(`drop index idx_assignments_date;
      insert into assignments (parent_name, assignment_date) values
        ('Elias', '2026-09-01'), ('', '2026-09-02'), ('Elias', 'soon'), ('Elias', '2026-13-01'),
        ('Elias', '2027-01-01T00:00:00Z')`)
  })
  const { nights } = readNightRoutine(bytes)
  t.equal(nights[0]?.name, 'Elias')
  t.same(nights.slice(1, -1), invented.slice(1))
  t.equal(nights.at(-1)?.night, '2027-01-01')
})

const refused = (t: Test, bytes: Uint8Array, says: RegExp) => {
  t.throws(() => readNightRoutine(bytes), { name: 'ImportRefusal', message: says })
}

t.test('names what is wrong with a file, in a sentence', async t => {
  const whole = bytesOf(19)
  refused(t, Buffer.alloc(0), /isn’t an SQLite file/)
  refused(t, Buffer.from('2026-11-20,Alex\n'.repeat(50)), /isn’t an SQLite file/)
  refused(t, whole.subarray(0, whole.length - 1024), /The end of the file is missing/)
  refused(t, whole.subarray(0, whole.length - 100), /The end of the file is missing/)
  const torn = Buffer.from(whole)
  torn.fill(0xff, 1024 * 8, 1024 * 12)
  refused(t, torn, /damaged, or was copied while/)
  const other = new DatabaseSync(':memory:')
  other.exec('create table recipes (name text)')
  refused(t, Buffer.from(other.serialize()), /of another program/)
})

t.test('refuses a newer schema, and one that was being updated', async t => {
  const newer = await changed(t, database =>
    database.exec('update schema_migrations set version = 20'),
  )
  refused(t, newer, /schema 20\).*schema 19\). Update Night Routine/)
  const dirty = await changed(t, database =>
    database.exec('update schema_migrations set dirty = 1'),
  )
  refused(t, dirty, /did not finish/)
  const none = await changed(t, database => database.exec('delete from schema_migrations'))
  refused(t, none, /of another program/)
})

t.test('does not run what a stranger put into a file', async t => {
  const endless = `with recursive endless(n) as (select 1 union all select n + 1 from endless) select`
  const view = await changed(t, database =>
    database.exec(`alter table assignments rename to kept;
      create view assignments as ${endless} 'Nora' as parent_name, n as assignment_date from endless`),
  )
  refused(t, view, /of another program/)
  const computed = await changed(t, database =>
    database.exec(`alter table config_parents add column more as (hex(zeroblob(1000000)))`),
  )
  refused(t, computed, /of another program/)
})

t.test('refuses a file with missing columns', async t => {
  const bytes = await changed(t, database =>
    database.exec('alter table assignments drop column decision_reason'),
  )
  refused(t, bytes, /of another program/)
})

t.test('a file that was copied while night-routine ran', async t => {
  const path = join(await folderFor(t), 'state.db')
  const running = new DatabaseSync(path)
  running.exec('pragma journal_mode = wal; create table assignments (id integer)')
  refused(t, readFileSync(path), /still in state.db-wal/)
  running.close()
  const read = readNightRoutine(bytesOf(19))
  t.equal(read.mayBeOld, true, 'its last changes may be in a file beside it')
})
