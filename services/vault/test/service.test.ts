import t from 'tap'
import { alex, startVault } from './running-vault.ts'

t.test('counts its responses on the metrics port', async t => {
  const lines: string[] = []
  const { post, get } = await startVault(t, {
    settings: { METRICS_PORT: '0' },
    log: line => lines.push(line),
  })
  // That port is opened first.
  const [, port] = /listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(lines.join('')) ?? []
  await post('/user/signin', { email: alex.email, password: alex.password, mfa: '' })
  await get('/s/nowhere/')
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const status of [200, 404])
    t.match(text, `night_routine_http_answers_total{status="${status}"} 1\n`)
  t.match(text, 'process_resident_memory_bytes ')
  t.equal((await get('/metrics')).status, 404, 'never on the public port')
})
