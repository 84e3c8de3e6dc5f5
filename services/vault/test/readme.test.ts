import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { testVaultDatabase } from '@night-routine/database/testing'
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

t.test('each command of the README of vault-api does what it says', async t => {
  const { url } = await startVault(t)
  const home = t.testdir({ bin: {}, 'index.md': '# Tonight', notes: { 'index.md': '# Notes' } })
  const program = new URL('command/main.ts', import.meta.resolve('@night-routine/vault-api'))
  putProgram(join(home, 'bin'), 'vault', `${node} ${program.pathname}`)
  const env = {
    HOME: home,
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    VAULT_SITE_URL: url,
    PASSWORD: alex.password,
    CODE: '',
    ...compileCache,
  }
  const sh = async (command: string) =>
    (await run('sh', ['-c', command], { cwd: home, env })).stdout

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
    const [, asTyped = (line: string) => line] = typed.find(([form]) => form.test(own)) ?? []
    const site = own.includes(' SITE ') ? await siteOf(sh) : ''
    said.set(command, await sh(asTyped(own).replace(' SITE ', ` ${site} `)))
    // The following commands use the first slug.
    if (site !== '') await sh(`vault sites slug ${site} our-nights`)
  }
  t.equal(said.size, 16)
  t.match(
    said.get('vault sites options our-nights --title "Our nights" --no-index'),
    /title +Our nights/,
  )
  t.match(said.get('vault whoami'), alex.email)
  t.match(said.get('vault vaults list'), /^(?!.*Notes)/)
  t.match(said.get('vault files list our-nights'), 'notes/index.md')
  t.match(said.get('vault publish ./notes --site our-nights'), 'index.md')
  await t.rejects(sh('vault whoami'), 'signed out')
})

async function siteOf(sh: (command: string) => Promise<string>): Promise<string> {
  const { sites } = JSON.parse(await sh('vault sites list --json')) as { sites: { id: string }[] }
  return sites[0]?.id ?? ''
}

t.test('each command of the README of this folder does what it says', async t => {
  const { url } = await testVaultDatabase(t)
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
  t.match(
    (await run('sh', ['-c', `echo 'a password of alex' | ${add}`], { cwd, env })).stdout,
    'alex@example.org',
  )
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
