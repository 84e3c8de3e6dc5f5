import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { isPassword } from '@night-routine/credentials'
import t from 'tap'
import { testVaultDatabase } from '@night-routine/testing/database'
import { parseSecretKeys } from '@night-routine/database/connection'
import { findAccount } from '@night-routine/database/vault'
import { alex, secretKey, startVault, temporaryFolder } from './running-vault.ts'

// Runs the commands of two pages: the README of packages/vault-api and that of this folder.

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** The first block of shell on a page, as its commands. */
function commandsOf(page: string): string[] {
  const [, block = ''] = /^```sh\n([^]*?)^```/m.exec(readFileSync(join(root, page), 'utf8')) ?? []
  return block
    .trimEnd()
    .split('\n')
    .map(line => line.replace(/\s+# .*$/, ''))
}

/** A program called `name` that runs this file from its source. */
function putProgram(folder: string, name: string, words: string): void {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\nexec env -u NODE_OPTIONS ${words} "$@"\n`)
  chmodSync(path, 0o755)
}

const node = `${process.execPath} --conditions=night-routine`
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

interface Invocation {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  input: Readable
  output: PassThrough
  errors: PassThrough
  home: string
  signal: AbortSignal
}

/** A file of the `vault` command, which its package does not export. */
const commandFile = (name: string) =>
  new URL(`command/${name}`, import.meta.resolve('@night-routine/vault-api'))

/**
 * Runs one command line as a shell reads it, but `vault` in this process: the start of a process takes a second.
 * @returns what it printed
 */
async function runHere(line: string, { home, env }: { home: string; env: NodeJS.ProcessEnv }) {
  const { runCommand } = (await import(commandFile('run.ts').href)) as {
    runCommand: (invocation: Invocation) => Promise<number>
  }
  const vault = String.raw`vault() { printf '%s\0' "$@" >.words; cat >.input; }`
  execFileSync('sh', ['-c', `${vault}\n${line}`], { cwd: home, env, input: '' })
  const read = (name: string) => readFileSync(join(home, name), 'utf8')
  const args = read('.words').split('\0').slice(0, -1)
  const [input, output, errors] = [
    Readable.from([read('.input')]),
    new PassThrough(),
    new PassThrough(),
  ]
  const { signal } = new AbortController()
  const code = await runCommand({ args, env, input, output, errors, home, signal })
  output.end()
  errors.end()
  if (code !== 0) throw new Error(`${line}: exit code ${code}: ${await text(errors)}`)
  return text(output)
}

t.test('each command of the README of vault-api does what it says', async t => {
  const { url } = await startVault(t)
  const home = t.testdir({ bin: {}, 'index.md': '# Tonight', notes: { 'index.md': '# Notes' } })
  putProgram(join(home, 'bin'), 'vault', `${node} ${commandFile('main.ts').pathname}`)
  const env = {
    HOME: home,
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    VAULT_SITE_URL: url,
    PASSWORD: alex.password,
    CODE: '',
    ...compileCache,
  }
  const here = (line: string) => runHere(line, { home, env })
  const asProgram = async (line: string) =>
    (await run('sh', ['-c', line], { cwd: home, env })).stdout

  // What a person is asked for comes by standard input, and names of the page become those of this host.
  const typed: [RegExp, (command: string) => string][] = [
    [/^vault login/, line => `echo "$PASSWORD" | ${line} --email ${alex.email} --password-stdin`],
    [/^vault vaults (?:create|check)/, line => `echo moonlight | ${line} --password-stdin`],
  ]
  const said = new Map<string, string>()
  for (const command of commandsOf('packages/vault-api/README.md')) {
    const own = command
      .replace(/https:\/\/vault\.example\.org|…/, url)
      .replace('a@example.org', alex.email)
      .replace(/(?<= )(?:\.\/notes|index\.md)(?= )/, path => resolve(home, path))
    const [, asTyped = (line: string) => line] = typed.find(([form]) => form.test(own)) ?? []
    const site = own.includes(' SITE ') ? await siteOf(here) : ''
    const runs = command.startsWith('printf') ? asProgram : here
    said.set(command, await runs(asTyped(own).replace(' SITE ', ` ${site} `)))
    // The following commands use the first slug.
    if (site !== '') await here(`vault sites slug ${site} our-nights`)
  }
  t.equal(said.size, 17)
  t.match(
    said.get('vault sites options our-nights --title "Our nights" --no-index'),
    /title +Our nights/,
  )
  t.match(said.get('vault whoami'), alex.email)
  t.notMatch(said.get('vault vaults list') ?? 'Notes', 'Notes', 'not made yet')
  t.match(said.get('vault files list our-nights'), 'notes/index.md')
  t.match(said.get('vault publish ./notes --site our-nights'), 'index.md')
  await t.rejects(here('vault whoami'), 'signed out')
})

t.test('each command of the walk in docs/vault.md does what it says', async t => {
  const { url, get } = await startVault(t)
  const home = t.testdir({ notes: { 'index.md': '# Tonight' } })
  const env = { HOME: home, PATH: process.env['PATH'], VAULT_SITE_URL: url, ...compileCache }
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { vault: string }
  }
  t.equal(scripts.vault, 'node scripts/run.js packages/vault-api/src/command/main.ts')
  const said = new Map<string, string>()
  for (const command of commandsOf('docs/vault.md')) {
    t.match(command, /^npm run -s vault -- /)
    const typed = command.replace('npm run -s vault --', 'vault')
    // The password is typed, and the test has another vault than `npm start`.
    const line = typed.startsWith('vault login')
      ? `echo '${alex.password}' | vault login --url ${url} --email ${alex.email} --password-stdin`
      : typed
    said.set(typed, await runHere(line, { home, env }))
    if (typed.endsWith('publish ~/notes --site my-notes --yes'))
      t.match(await (await get('/s/my-notes/')).text(), 'Tonight')
  }
  t.equal(said.size, 5)
  t.match(said.get('vault publish ~/notes --site my-notes'), '+ index.md')
  t.match(said.get('vault sites delete my-notes --yes'), 'Deleted the site my-notes with 1 files')
  t.equal((await get('/s/my-notes/')).status, 404)
})

async function siteOf(here: (line: string) => Promise<string>): Promise<string> {
  const { sites } = JSON.parse(await here('vault sites list --json')) as { sites: { id: string }[] }
  return sites[0]?.id ?? ''
}

t.test('each command of the README of this folder does what it says', async t => {
  const { db, url } = await testVaultDatabase(t)
  const folder = temporaryFolder(t)
  putProgram(folder, 'node', node)
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    DATABASE_URL: url,
    SECRET_KEYS: secretKey,
    VAULT_FOLDER: join(folder, 'files'),
    ...compileCache,
  }
  const cwd = join(root, 'services/vault')
  // Sources stand for what a build makes of them.
  const commands = commandsOf('services/vault/README.md').map(command =>
    command.replace(/dist\/(\S+)\.js/, 'src/$1.ts'),
  )
  const [migrate = '', add = '', serve = ''] = commands
  t.equal(commands.length, 3)
  await run('sh', ['-c', migrate], { cwd, env })
  const added = await run('sh', ['-c', `echo 'a password of alex' | ${add}`], { cwd, env })
  t.strictSame(added, { stdout: 'alex@example.org may sign in now.\n', stderr: '' })
  const account = await findAccount(db, parseSecretKeys([secretKey]), 'alex@example.org')
  t.ok(await isPassword('a password of alex', account?.passwordHash))
  const host = spawn('sh', ['-c', `exec ${serve}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => host.kill('SIGKILL'))
  let printed = ''
  for await (const chunk of host.stdout) {
    printed += String(chunk)
    if (printed.includes('listening')) break
  }
  t.match(printed, 'listening')
  host.kill('SIGTERM')
  t.strictSame(await once(host, 'exit'), [0, null])
})
