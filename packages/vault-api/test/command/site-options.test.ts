import t from 'tap'
import { machine } from './machine.ts'
import { token } from './small-vault.ts'

t.test('shows the options of a site, and changes them by flags', async t => {
  const { run, json, host } = await machine(t)
  host.state.url = 'https://notes.example/s/nights/'
  t.same((await run(['sites', 'options', 'nights'])).out.split('\n'), [
    'address         https://notes.example/s/nights/',
    'title           nights',
    'home            index.md',
    'password        none',
    'search engines  are asked to leave it out',
    '',
  ])
  const args = ['sites', 'options', 's1', '--title', 'Our nights', '--home', 'Start', '--index']
  t.match(await json(args), {
    site: 's1',
    address: 'https://notes.example/s/nights/',
    options: {
      siteName: 'Our nights',
      indexFile: 'Start',
      allowIndexing: true,
      hasPassword: false,
    },
  })
  t.match(await run(['sites', 'options', 's1']), { out: /search engines {2}may list it/ })
  t.match(await run(['sites', 'options', 's1', '--password-stdin'], { input: 'moonlight' }), {
    code: 0,
    out: /password +readers need one\nsearch engines +are asked/,
  })
  t.equal(host.state.readers, 'moonlight')
  const both = ['sites', 'options', 's1', '--no-password', '--password-stdin']
  t.equal((await run(both, { input: 'x' })).code, 2)
  t.match(await json(['sites', 'options', 's1', '--no-password', '--no-index']), {
    options: { siteName: 'Our nights', allowIndexing: false, hasPassword: false },
  })
  const env = { VAULT_TOKEN: token, VAULT_URL: host.address, VAULT_SITE_PASSWORD: 'starlight' }
  t.equal((await run(['sites', 'options', 's1', '--password'], { env })).code, 0)
  t.equal(host.state.readers, 'starlight')
  t.equal((await run(['sites', 'options', 'missing'])).code, 6)
})
