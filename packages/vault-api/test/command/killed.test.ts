import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { vault } from './running.ts'
import { smallVault, token } from './small-vault.ts'

const program = new URL('../../src/command/main.ts', import.meta.url).pathname

t.test('a publish that is killed continues, and sends nothing twice that was stored', async t => {
  const host = await smallVault(t)
  const home = t.testdir({ notes: {} })
  const notes = join(home, 'notes')
  for (let at = 0; at < 60; at++) writeFileSync(join(notes, `${at}.md`), `note ${at}`)
  const env = { VAULT_TOKEN: token, VAULT_URL: host.address }
  const args = ['publish', notes, '--site', 'nights', '--yes']
  const node = ['-u', 'NODE_OPTIONS', process.execPath, '--conditions=night-routine', program]
  const child = spawn('env', [...node, ...args], { env: { ...process.env, ...env, HOME: home } })
  const ended = once(child, 'exit')
  host.state.onUpload = () => {
    if (host.state.files.size === 25) child.kill('SIGKILL')
  }
  const [code, signal] = (await ended) as [number | null, string | null]
  t.same([code, signal], [null, 'SIGKILL'])
  host.state.onUpload = () => {}
  const stored = new Set(host.state.files.keys())
  t.ok(stored.size >= 25 && stored.size < 60, `${stored.size} stored`)

  const before = host.seen.length
  t.match(await vault(args, { home, env }), { code: 0, out: /0 removed/ })
  const sent = host.seen
    .slice(before)
    .filter(({ path }) => path === '/api/upload')
    .map(({ headers }) => decodeURIComponent(String(headers['pub-path'])))
  t.equal(sent.length, 60 - stored.size)
  t.notOk(sent.some(path => stored.has(path)))
  t.equal(host.state.files.size, 60)
})
