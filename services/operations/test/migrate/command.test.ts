import { migrations } from '@night-routine/database/connection'
import { emptyDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { run } from '../run.ts'

const names = Object.keys(migrations)

const runMigrate = (url: string, ...parts: string[]) =>
  run(['migrate', ...parts], { env: { DATABASE_URL: url } })

t.test('migrates once, and fails if the database has other migrations', async t => {
  const { db, url } = await emptyDatabase(t)
  t.match(await runMigrate(url), { code: 0, said: `migrated: ${names.join(', ')}` })
  t.match(await runMigrate(url), { code: 0, said: 'nothing to migrate' })
  await sql`delete from kysely_migration where name = ${names[0]}`.execute(db)
  await t.rejects(runMigrate(url), /corrupted migrations/)
})

t.test('the command says in one sentence what is wrong with the database', async t => {
  const { url } = await emptyDatabase(t)
  const elsewhere = (change: (address: URL) => void) => {
    const address = new URL(url)
    change(address)
    return address.href
  }
  for (const [address, sentence] of [
    ['', /^DATABASE_URL is missing.*\.$/],
    [
      elsewhere(to => (to.port = '1')),
      /^PostgreSQL does not answer at .*:1 \(ECONNREFUSED\)\. Check .*\.$/,
    ],
    [
      elsewhere(to => (to.password = 'wrong')),
      /^PostgreSQL refuses the password .* for postgres\. .* put the secrets of that time back\.$/,
    ],
    [
      elsewhere(to => (to.pathname = '/none')),
      /^PostgreSQL has no database none\. Create it, .*\.$/,
    ],
  ] as const) {
    const { code, said } = await runMigrate(address)
    t.equal(code, 1, address)
    t.match(said.trim(), sentence)
  }
  t.match(await runMigrate(url, 'nothing'), { code: 1, said: /^There is no part nothing\.$/ })
})
