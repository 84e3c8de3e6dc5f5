import t from 'tap'
import { alex, startVault } from './running-vault.ts'

t.test('answers OPTIONS on every path, with CORS headers', async t => {
  const { url } = await startVault(t)
  for (const path of ['/user/signin', '/api/upload', '/nowhere', '/', '/s/a/b']) {
    const headers = { origin: 'app://x', 'access-control-request-headers': 'pub-token, x-my-id' }
    for (const given of [{}, headers]) {
      const answer = await fetch(url + path, { method: 'OPTIONS', headers: given })
      t.equal(answer.status, 204, path)
      t.equal(answer.headers.get('access-control-allow-origin'), '*')
      t.match(answer.headers.get('access-control-allow-methods'), /POST/)
      if (given === headers)
        t.match(answer.headers.get('access-control-allow-headers'), 'pub-token, x-my-id')
    }
  }
  const refused = await fetch(`${url}/api/list`, { method: 'POST', body: '{"id":"x"}' })
  t.equal(refused.status, 401)
  t.equal(refused.headers.get('access-control-allow-origin'), '*', 'also on errors')
})

t.test('reads every body as JSON, whatever its content type', async t => {
  const { url } = await startVault(t)
  const { email, password } = alex
  for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/x-foo', '']) {
    const answer = await fetch(`${url}/user/signin`, {
      method: 'POST',
      ...(type && { headers: { 'content-type': type } }),
      body: new TextEncoder().encode(JSON.stringify({ email, password })),
    })
    t.match(await answer.json(), { token: /./ }, type)
  }
})

t.test('answers unknown endpoints, wrong methods and health checks', async t => {
  const { post, get } = await startVault(t)
  t.match(await post('/api/nothing', {}), {
    status: 404,
    body: { error: /./, code: 'NOT_FOUND', message: /./, msg: /./ },
  })
  t.equal((await get('/user/signin')).status, 404)
  t.equal((await get('/user/signin', { method: 'DELETE' })).status, 405)
  t.equal((await get('/healthz')).status, 200)
  t.match(await (await get('/readyz')).json(), { checks: { database: 'ok', accounts: 'ok' } })
  for (const path of ['/', '/nothing', '/healthz']) {
    const { headers } = await get(path)
    t.equal(headers.get('x-content-type-options'), 'nosniff', path)
    t.match(headers.get('content-security-policy'), /default-src 'none'/, path)
  }
})

t.test('is not ready without its tables', async t => {
  const { post, url, db } = await startVault(t, { breaks: true })
  await db.schema.dropSchema('vault').cascade().execute()
  t.equal((await post('/user/info', { token: 'x' })).status, 500, 'our fault')
  t.equal((await fetch(`${url}/readyz`)).status, 503)
})
