import { createLogger, loadConfig } from '@night-routine/service'
import { waitFor } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { configSchema } from '../src/config.ts'
import { buildService } from '../src/service.ts'
import { alex, secretKey, startVault, temporaryFolder, testClock } from './running-vault.ts'

async function hostOn(t: Test, databaseUrl: string, log: string[] = []) {
  const config = loadConfig(configSchema, {
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: secretKey,
    VAULT_FOLDER: temporaryFolder(t),
  })
  const logger = createLogger({
    name: 'vault',
    level: 'warn',
    destination: { write: line => void log.push(line) },
  })
  const service = await buildService({ config, logger, clock: testClock() })
  t.teardown(() => service.close())
  await service.ready()
  return service
}

t.test('says in a sentence that the database is read-only', async t => {
  const { databaseUrl, signIn, makeSite } = await startVault(t)
  const token = await signIn()
  const id = await makeSite(token, 'notes')
  const readOnly = new URL(databaseUrl)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const service = await hostOn(t, readOnly.href)
  const ask = (url: string, body: object) => service.inject({ method: 'POST', url, body })
  const { email, password } = alex
  for (const answer of [
    await ask('/user/signin', { email, password }),
    await ask('/vault/create', { token, name: 'x', keyhash: null, encryption_version: 3 }),
    await ask('/api/slug', { token, id, slug: 'other' }),
  ]) {
    t.match(answer, { statusCode: 503, headers: { 'retry-after': '5' } })
    t.match(answer.json(), { code: 'UNAVAILABLE', error: /cannot be done right now/ })
  }
  t.equal((await ask('/api/list', { token, id })).statusCode, 200, 'reading works')
})

t.test('says in a sentence that the database is away, to readers too', async t => {
  const log: string[] = []
  const service = await hostOn(t, 'postgres://absent@127.0.0.1:1/absent', log)
  await waitFor('the line', async () => log.some(line => line.includes('waiting for the database')))
  t.match(log.join(''), /ECONNREFUSED[^\n]*waiting for the database/)
  const reader = await service.inject({ url: '/s/notes/', headers: { accept: 'text/html' } })
  t.match(reader, { statusCode: 503, headers: { 'retry-after': '5' } })
  t.match(reader.body, 'cannot be done right now')
  const { email, password } = alex
  const client = await service.inject({
    method: 'POST',
    url: '/user/signin',
    body: { email, password },
  })
  t.match(client, { statusCode: 503, body: /UNAVAILABLE/ })
})
