import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { vault, type Running } from './running.ts'
import { smallVault, token } from './small-vault.ts'

async function publisher(t: Parameters<typeof smallVault>[0]) {
  const host = await smallVault(t)
  const home = t.testdir({ notes: { 'a.md': 'a', 'b.md': 'b', deep: { 'c.md': 'c' } } })
  const notes = join(home, 'notes')
  const env = { VAULT_TOKEN: token, VAULT_URL: host.address }
  const run = async (more: string[] = [], running: Partial<Running> = {}) =>
    vault(['publish', notes, '--site', 'nights', ...more], { home, env, ...running })
  const calls = () => host.seen.splice(0).map(({ path }) => path)
  const there = () => [...host.state.files.keys()].toSorted()
  return { host, notes, run, calls, there }
}

const finding = ['/publish/list', '/api/slugs', '/api/list']

t.test('a dry run says what would change, and changes nothing', async t => {
  const { run, calls, there } = await publisher(t)
  const { code, out } = await run()
  t.equal(code, 0)
  t.equal(
    out,
    '+ a.md\n+ b.md\n+ deep/c.md\n' +
      'Would publish: 3 new, 0 changed, 0 removed, 0 unchanged, 3 B to upload. ' +
      'Nothing was changed; say --yes.\n',
  )
  t.same(calls(), finding)
  t.same(there(), [])
})

t.test('prints the address of the site, and takes only matching files', async t => {
  const { host, run, there, notes } = await publisher(t)
  writeFileSync(join(notes, 'yes.md'), '---\npublish: true\n---\n')
  t.notMatch((await run()).out, 'The site is at')
  host.state.url = 'javascript:alert(1)'
  t.notMatch((await run()).out, 'The site is at', 'no address')
  host.state.url = 'https://notes.example.org/s/nights/'
  t.match((await run()).out, /\nThe site is at https:\/\/notes\.example\.org\/s\/nights\/\n$/)
  const { out } = await run(['--yes', '--only-flagged', '--include', 'deep/*', '--json'])
  t.match(JSON.parse(out), { address: 'https://notes.example.org/s/nights/' })
  t.same(there(), ['deep/c.md', 'yes.md'])
  await run(['--yes', '--exclude', 'deep/**', 'yes.md'])
  t.same(there(), ['a.md', 'b.md'])
})

t.test('sends only differences by hash, then lists again', async t => {
  const { run, calls, there, notes } = await publisher(t)
  t.equal((await run(['--yes'])).code, 0)
  t.same(there(), ['a.md', 'b.md', 'deep/c.md'])
  calls()
  t.match(await run(['--yes']), { out: /3 unchanged, 0 B/ })
  t.same(calls(), finding, 'nothing to do: nothing sent')

  writeFileSync(join(notes, 'a.md'), 'A')
  rmSync(join(notes, 'b.md'))
  const { out } = await run(['--yes', '--json'])
  const said = JSON.parse(out) as Record<'add' | 'change' | 'remove', { path: string }[]>
  t.match(said, { published: true, unchanged: 1, bytes: 1 })
  t.same(
    [said.add, said.change, said.remove].map(files => files.map(({ path }) => path)),
    [[], ['a.md'], ['b.md']],
  )
  t.same(calls(), [...finding, '/api/upload', '/api/remove', '/api/list'])
  t.same(there(), ['a.md', 'deep/c.md'])
})

t.test('keeps what others uploaded unless asked', async t => {
  const { run, there, host, notes } = await publisher(t)
  await run(['--yes'])
  host.state.files.set('theirs.md', { hash: 'ab', size: 1 })
  host.state.files.set('b.md', { hash: 'cd', size: 1 })
  rmSync(join(notes, 'b.md'))
  const { out } = await run(['--yes'])
  t.match(out, '? b.md (put there by somebody else; kept)')
  t.same(there(), ['a.md', 'b.md', 'deep/c.md', 'theirs.md'])
  await run(['--yes', '--remove-others'])
  t.same(there(), ['a.md', 'deep/c.md'])
})

t.test('an empty or missing folder removes nothing', async t => {
  const { run, there, notes } = await publisher(t)
  await run(['--yes'])
  rmSync(notes, { recursive: true })
  t.match(await run(['--yes']), { code: 2, err: /There is no .*notes/ })
  mkdirSync(notes)
  t.match(await run(['--yes']), { code: 2, err: /--remove-many/ })
  t.equal(there().length, 3)
  t.equal((await run(['--yes', '--remove-many'])).code, 0)
  t.equal(there().length, 0)
})

t.test('names all files that are too large before it asks or sends anything', async t => {
  const { run, calls, notes } = await publisher(t)
  for (const name of ['x.bin', 'y.bin']) {
    writeFileSync(join(notes, name), '')
    truncateSync(join(notes, name), 52_428_801)
  }
  const { code, err } = await run()
  t.equal(code, 7)
  t.match(err, /"x\.bin".*"y\.bin"/)
  t.same(calls(), [])
})

t.test('names every file with a name that no host takes before it sends anything', async t => {
  const { run, calls, notes } = await publisher(t)
  writeFileSync(join(notes, 'back\\slash.md'), '')
  writeFileSync(join(notes, 'line\nbreak.md'), '')
  const deep = ['d'.repeat(250), 'd'.repeat(250), 'd'.repeat(250), 'd'.repeat(250), 'd'.repeat(100)]
  mkdirSync(join(notes, ...deep.slice(0, -1)), { recursive: true })
  writeFileSync(join(notes, ...deep), '')
  writeFileSync(join(notes, 'e\u0301.md'), '')
  writeFileSync(join(notes, '\u00e9.md'), '')
  writeFileSync(Buffer.concat([Buffer.from(join(notes, 'latin')), Buffer.from([0xe9])]), '')
  for (const more of [[], ['--yes']]) {
    const { code, err } = await run(more)
    t.equal(code, 2)
    t.match(err, /"back\\\\slash\.md" has a backslash/)
    t.match(err, /"line\\nbreak\.md" has a character that no file name has/)
    t.match(err, /is longer than 1024 bytes/)
    t.match(err, /"é\.md" is the name of two files/)
    t.match(err, /"latin\uFFFD" is not UTF-8/)
    t.match(err, /Rename them\. Nothing was sent\./)
    t.same(calls(), [])
  }
})

t.test('a publish that stops says how far it came, and a rerun continues', async t => {
  const { run, there, host, calls, notes } = await publisher(t)
  host.state.room = 2
  const stopped = await run(['--yes'])
  t.equal(stopped.code, 7)
  t.match(
    stopped.err,
    /2 of 3 files were uploaded\. Run the command again to continue from there\./,
  )
  host.state.room = Infinity
  calls()
  const [first = ''] = there()
  rmSync(join(notes, first))
  t.match(await run(['--yes']), { code: 0, out: `- ${first}` }, 'it knows what it uploaded')
  t.equal(calls().filter(path => path === '/api/upload').length, 1, 'only what is missing')
  t.equal(there().length, 2)

  const control = new AbortController()
  host.state.files.clear()
  host.state.onUpload = () => control.abort(new Error('SIGINT'))
  const interrupted = await run(['--yes'], { signal: control.signal })
  t.equal(interrupted.code, 130)
  t.match(
    interrupted.err,
    /^vault: Interrupted\. \d of 2 files were uploaded\. Run the command again/,
  )
})

t.test('continues after a connection that dropped, and says nothing of it', async t => {
  const { run, there, host } = await publisher(t)
  const broken = new Set<string>()
  host.state.breaks = path => {
    const first = !broken.has(path)
    broken.add(path)
    return first
  }
  t.match(await run(['--yes']), { code: 0, err: '' })
  t.equal(there().length, 3)
  t.ok(broken.has('/api/upload') && broken.has('/publish/list'), [...broken].join(' '))
})

t.test('refuses a site that would be too large before it sends anything', async t => {
  const { run, calls, there, notes, host } = await publisher(t)
  host.state.files.set('theirs.bin', { hash: 'ab', size: 1_500_000 })
  writeFileSync(join(notes, 'x.bin'), Buffer.alloc(600_000))
  for (const more of [[], ['--yes']]) {
    const { code, err } = await run(['--quota', '2', ...more])
    t.equal(code, 7)
    t.match(err, /A site may have 2\.0 MB, and would have 2\.1 MB\. Nothing was changed\./)
    t.same(calls(), finding)
  }
  t.equal((await run(['--quota', '3', '--yes'])).code, 0)
  t.equal(there().length, 5)
  t.equal((await run(['--quota', '1', '--yes'])).code, 0, 'nothing to send, nothing refused')

  host.state.files.set('theirs.bin', { hash: 'ab', size: 4 * 1024 ** 3 })
  writeFileSync(join(notes, 'x.bin'), 'x')
  t.equal((await run(['--yes'])).code, 7, 'without a word on it, 4 GiB')
  for (const quota of ['0', 'much', '-1']) t.equal((await run(['--quota', quota])).code, 2, quota)
})

t.test('detects a host that accepts files and stores nothing', async t => {
  const { run, host } = await publisher(t)
  host.state.trouble.set('/api/upload', { body: { status: 'ok' } })
  t.match(await run(['--yes']), { code: 1, err: /3 of the site's files are not as they should be/ })
})

t.test('shows a progress bar only on a terminal', async t => {
  const { run, notes } = await publisher(t)
  t.equal((await run(['--yes'])).err, '')
  writeFileSync(join(notes, 'a.md'), 'new')
  t.match((await run(['--yes'], { terminal: true })).err, /Publishing \[.*100 %, 1 of 1 files/s)
  writeFileSync(join(notes, 'a.md'), 'newer')
  t.equal((await run(['--yes', '--json'], { terminal: true })).err, '')
})
