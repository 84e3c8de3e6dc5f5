import t from 'tap'
import { filesIn, startVault } from '../../running-vault.ts'

t.test('deletes a site with its files, and nothing of others', async t => {
  const { post, signIn, makeSite, upload, list, get, folder } = await startVault(t, {
    settings: { VAULT_SITES_PER_ACCOUNT: '2' },
  })
  const token = await signIn()
  const [gone, kept] = [await makeSite(token, 'gone'), await makeSite(token, 'kept')]
  for (const [id, path, text] of [
    [gone, 'a.md', 'one'],
    [gone, 'b.md', 'shared'],
    [kept, 'b.md', 'shared'],
  ] as const)
    await upload(token, id, path, text)
  t.match(await post('/publish/create', { token }), {
    status: 403,
    body: { code: 'LIMIT_REACHED', error: 'This account is full: it can have at most 2 sites.' },
  })
  t.same((await post('/publish/delete', { token, site_uid: gone })).body, { status: 'ok' })
  t.equal((await get('/s/gone/a')).status, 404)
  t.equal((await get('/s/kept/b')).status, 200)
  t.match(await list(token, kept), [{ path: 'b.md' }])
  t.equal(filesIn(folder).length, 1, 'the contents of the deleted site are gone')
  t.match((await post('/publish/delete', { token, site_uid: gone })).body, { code: 'NOT_FOUND' })
  t.equal((await post('/publish/create', { token })).status, 200, 'there is room again')
})
