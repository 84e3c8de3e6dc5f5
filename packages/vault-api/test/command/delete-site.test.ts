import t from 'tap'
import { published } from '../endpoints/row.ts'
import { machine } from './machine.ts'

t.test('deletes a site only with --yes, and says when the account is full', async t => {
  const { run, json, host } = await machine(t)
  host.state.files.set('a.md', { hash: 'ab', size: 1 })
  t.match(await run(['sites', 'delete', 'nights']), {
    code: 0,
    out: 'Would delete the site nights with 1 files. Nothing was changed; say --yes.\n',
  })
  t.same(host.state.deleted, [])
  t.match(await json(['sites', 'delete', 'nights', '--yes']), { site: 's1', deleted: true })
  t.same(host.state.deleted, ['s1'])
  const text = 'This account is full: it can have at most 1 sites.'
  host.state.trouble.set('/publish/create', {
    status: 403,
    body: published(text, 'LIMIT_REACHED'),
  })
  t.match(await run(['sites', 'create']), {
    code: 7,
    err: /The account is full\. “This account is full/,
  })
})
