import { freePort } from '@night-routine/servers'
import t from 'tap'
import { alex, startVault } from './running-vault.ts'

t.test('signs in, publishes a page and signs out', async t => {
  const { post, upload, list, get } = await startVault(t)
  const { email, password } = alex
  const signedIn = await post('/user/signin', { email, password, mfa: '' })
  t.match(signedIn, { status: 200, body: { name: 'Alex', email } })
  const token = String(signedIn.body['token'])

  t.match((await post('/user/info', { token })).body, {
    uid: /^[0-9a-f]{32}$/,
    name: 'Alex',
    email,
    mfa: false,
    license: '',
    credit: 0,
    discount: 0,
  })
  t.same((await post('/vault/regions', { token, host: 'x' })).body, {
    regions: [{ id: 'home', value: 'home', name: 'Home' }],
  })

  const created = await post('/publish/create', { token })
  const id = String(created.body['id'])
  t.match(created.body, { id: /^[0-9a-f]{32}$/, host: 'localhost:8080', slug: '' })
  t.match((await post('/api/slug', { token, id, host: 'x', slug: 'notes' })).body, { status: 'ok' })
  t.same((await post('/api/slugs', { token, ids: [id] })).body, { [id]: 'notes' })
  t.match((await upload(token, id, 'Folder/A note.md', '# Hello\n\n[[other]]')).body, {
    status: 'ok',
    path: 'Folder/A note.md',
  })
  t.match(await list(token, id), [{ path: 'Folder/A note.md', size: 18 }])
  const page = await get('/s/notes/Folder/A%20note')
  t.equal(page.status, 200)
  t.match(await page.text(), '<h1 id="h-hello">Hello</h1>')

  t.match((await post('/api/remove', { token, id, path: 'Folder/A note.md' })).body, {
    status: 'ok',
  })
  t.same(await list(token, id), [])
  t.match((await post('/user/signout', { token })).body, { status: 'ok' })
  t.match(await post('/user/info', { token }), {
    status: 200,
    body: { error: 'Not logged in.', msg: 'Not logged in.', code: 'NOT_SIGNED_IN' },
  })
})

t.test('counts its responses on the metrics port', async t => {
  const port = await freePort()
  const { post, get } = await startVault(t, { settings: { METRICS_PORT: String(port) } })
  await post('/user/signin', { email: alex.email, password: alex.password, mfa: '' })
  await get('/s/nowhere/')
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const status of [200, 404])
    t.match(text, `night_routine_http_answers_total{status="${status}"} 1\n`)
  t.match(text, 'process_resident_memory_bytes ')
  t.equal((await get('/metrics')).status, 404, 'never on the public port')
})
