import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { alex, startVault } from './running-vault.ts'

// The `vault` command of packages/vault-api as a process, against this host. For each change, readme.test.ts runs
// each command against this host, and the tests of vault-api look at their answers and exit codes.

const program = new URL('command/main.ts', import.meta.resolve('@night-routine/vault-api')).pathname

t.test('signs in, publishes a folder and signs out', async t => {
  const { url, get } = await startVault(t)
  const home = t.testdir({ notes: { 'index.md': '# Tonight', 'old.md': 'old' } })
  const env = {
    HOME: home,
    VAULT_SITE_URL: url,
    PATH: process.env['PATH'],
    // Many processes of one program: only the first has to compile it.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(home, 'compiled'),
  }
  const notes = join(home, 'notes')

  async function vault(words: string, input = '') {
    const node = ['-u', 'NODE_OPTIONS', process.execPath, '--conditions=night-routine', program]
    const run = spawn('env', [...node, ...words.split(' '), '--json'], { env })
    run.stdin.end(input)
    const [out, err, [code]] = await Promise.all([
      text(run.stdout),
      text(run.stderr),
      once(run, 'exit') as Promise<[number]>,
    ])
    t.notMatch(out + err, alex.password)
    return { code, answer: JSON.parse(out || err) as Record<string, unknown> }
  }

  const login = `login --url ${url} --email ${alex.email} --password-stdin`
  t.match(await vault(login, 'wrong\n'), {
    code: 3,
    answer: { error: { name: 'WrongCredentials' } },
  })
  t.match(await vault(login, `${alex.password}\n`), { code: 0, answer: { name: 'Alex' } })
  t.match(await vault('whoami'), { code: 0, answer: { email: alex.email, service: url } })
  t.match(await vault('regions'), { answer: { regions: [{ id: 'home' }] } })
  const made = await vault('vaults create Notes --password-stdin', 'moonlight')
  t.equal(made.code, 0)
  t.match(await vault('vaults list'), { answer: { vaults: [{ name: 'Notes' }] } })
  t.equal((await vault('vaults check Notes --password-stdin', 'moonlight')).code, 0)
  t.equal((await vault('vaults check Notes --password-stdin', 'sunshine')).code, 5)

  t.match(await vault('sites create --slug our-nights'), { answer: { slug: 'our-nights' } })
  const publish = `publish ${notes} --site our-nights`
  t.match(await vault(publish), { code: 0, answer: { published: false, bytes: 12 } })
  t.match(await vault('files list our-nights'), { answer: { files: [] } })
  t.match(await vault(`${publish} --yes`), { code: 0, answer: { published: true } })
  t.match(await (await get('/s/our-nights/')).text(), 'Tonight')

  rmSync(join(notes, 'old.md'))
  writeFileSync(join(notes, 'new.md'), 'new')
  t.match(await vault(`${publish} --yes`), {
    code: 0,
    answer: { add: [{ path: 'new.md' }], remove: [{ path: 'old.md' }], unchanged: 1 },
  })
  t.match(await vault('files list our-nights'), {
    answer: { files: [{ path: 'index.md' }, { path: 'new.md' }] },
  })
  t.match(await vault('files remove our-nights nothing.md'), { code: 6 })
  t.equal((await vault('logout')).code, 0)
  t.equal((await vault(`whoami --url ${url}`)).code, 3)
})
