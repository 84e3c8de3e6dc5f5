import { writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { databaseAddress } from '../src/migrate/address.ts'
import { emptyDatabase } from './empty-database.ts'

const url = 'postgres://somebody@db.example.org/routine'

t.test('the address is a variable, or what a file holds', async t => {
  const folder = t.testdir({ address: `${url}\n`, empty: '\n' })
  const cases = [
    [{ DATABASE_URL: ` ${url} ` }, url],
    [{ DATABASE_URL_FILE: `${folder}/address` }, url],
    [{ DATABASE_URL: '', DATABASE_URL_FILE: `${folder}/address` }, url],
  ] as const
  for (const [env, expected] of cases) t.equal(databaseAddress(env), expected)
  for (const env of [{}, { DATABASE_URL: '' }, { DATABASE_URL_FILE: `${folder}/empty` }])
    t.throws(() => databaseAddress(env), /not set/)
  t.throws(() => databaseAddress({ DATABASE_URL_FILE: `${folder}/nothing` }), { code: 'ENOENT' })
  t.throws(() => databaseAddress({ DATABASE_URL: url, DATABASE_URL_FILE: 'x' }), /both set/)
})

async function run(env: Record<string, string>, ...words: string[]) {
  const path = fileURLToPath(new URL('../src/migrate/main.ts', import.meta.url))
  const { DATABASE_URL: _, ...inherited } = process.env
  const command = spawn(process.execPath, ['--conditions=night-routine', path, ...words], {
    env: { ...inherited, ...env, NODE_OPTIONS: '' },
  })
  const said = Promise.all([text(command.stdout), text(command.stderr)])
  const [code] = await once(command, 'exit')
  return { code: Number(code), said: (await said).join('') }
}

t.test(
  'one command makes the tables of both parts; a part nobody knows stops it before',
  async t => {
    const { url: address } = await emptyDatabase(t)
    const file = `${t.testdir()}/address`
    writeFileSync(file, address)
    const env = { DATABASE_URL_FILE: file }
    const wrong = await run(env, 'household', 'attic')
    t.equal(wrong.code, 1)
    t.match(wrong.said, /There is no part attic/)
    const both = await run(env, 'household', 'vault')
    t.equal(both.code, 0, both.said)
    t.equal(both.said.match(/^migrated: /gm)?.length, 2)
    t.equal((await run(env, 'vault', 'household')).said.match(/^nothing to migrate$/gm)?.length, 2)
  },
)
