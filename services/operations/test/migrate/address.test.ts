import { writeFileSync } from 'node:fs'
import { emptyDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { databaseAddress } from '../../src/config.ts'
import { run } from '../run.ts'

const url = 'postgres://somebody@db.example.org/routine'

t.test('the address is a variable, or what a file holds', async t => {
  const folder = t.testdir({ address: `${url}\n`, empty: '\n' })
  const cases = [
    [{ DATABASE_URL: ` ${url} ` }, url],
    [{ DATABASE_URL_FILE: `${folder}/address` }, url],
    [{ DATABASE_URL: '', DATABASE_URL_FILE: `${folder}/address` }, url],
  ] as const
  for (const [env, expected] of cases) t.equal(databaseAddress(env), expected)
  for (const env of [{}, { DATABASE_URL: '' }])
    t.throws(() => databaseAddress(env), /is missing.*DATABASE_URL_FILE/)
  t.throws(() => databaseAddress({ DATABASE_URL_FILE: `${folder}/empty` }), /is empty/)
  t.throws(() => databaseAddress({ DATABASE_URL_FILE: `${folder}/nothing` }), /ENOENT/)
  t.throws(() => databaseAddress({ DATABASE_URL: url, DATABASE_URL_FILE: 'x' }), /both set/)
})

t.test('migrates both parts with one command, and refuses an unknown part first', async t => {
  const { url: address } = await emptyDatabase(t)
  const file = `${t.testdir()}/address`
  writeFileSync(file, address)
  const env = { DATABASE_URL_FILE: file }
  t.match(await run(['migrate', 'household', 'attic'], { env }), {
    code: 1,
    said: /There is no part attic/,
  })
  const both = await run(['migrate', 'household', 'vault'], { env })
  t.equal(both.code, 0)
  t.equal(both.said.match(/^migrated: /gm)?.length, 2)
  const again = await run(['migrate', 'vault', 'household'], { env })
  t.equal(again.said, 'nothing to migrate\nnothing to migrate')
})
