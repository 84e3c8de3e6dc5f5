import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { alex, startVault } from './running-vault.ts'

const endpoints = [
  '/user/signin',
  '/user/signout',
  '/user/info',
  '/vault/regions',
  '/vault/list',
  '/vault/create',
  '/vault/access',
  '/publish/list',
  '/publish/create',
  '/api/slug',
  '/api/slugs',
  '/api/list',
  '/api/upload',
  '/api/remove',
]

t.test('serves all fourteen endpoints to curl', async t => {
  const { url } = await startVault(t)
  const script = fileURLToPath(new URL('../examples/transcript.sh', import.meta.url))
  const { stdout } = await promisify(execFile)('sh', [script, url, alex.email, alex.password])
  t.comment(stdout)
  for (const endpoint of endpoints) {
    const [, said = ''] = stdout.split(`> POST ${endpoint}\n`)
    const answer = said.split('\n').find(line => line.startsWith('{')) ?? ''
    t.match(answer, /^\{.*\}$/, endpoint)
    t.notOk('error' in (JSON.parse(answer) as object), endpoint)
  }
  t.match(stdout, '<p>Published by curl.</p>')
  t.match(stdout, /"code":"NOT_SIGNED_IN"\}\n$/, 'the token is dead at the end')
  t.notMatch(stdout, alex.password)
})
