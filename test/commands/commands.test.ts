import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { blocksOf, documentedCommands } from './collect.ts'
import { proofs, type Proof } from './table.ts'

const documented = Map.groupBy(documentedCommands(), ({ command }) => command)

function said(proof: Proof): string {
  if ('here' in proof) return 'run by this test'
  if ('by' in proof) return `run by ${proof.by}`
  return `not run: ${proof.cannot}; held by ${proof.instead}`
}

t.test('reads shell blocks as a shell does', async t => {
  const page = 'Text\n\n```sh\none --a \\\n  --b # why\n\n# alone\ntwo\n```\n\n```ts\nthree\n```\n'
  t.strictSame(blocksOf(page), [['one --a --b', 'two']])
})

t.test('every command of the docs has a proof, and every proof a command', async t => {
  t.ok(documented.size > 50)
  for (const [command, places] of documented) {
    const proof = proofs[command]
    const pages = [...new Set(places.map(({ page }) => page))].join(', ')
    t.ok(proof, `${pages}: ${command}: it needs a row in test/commands/table.ts`)
    if (proof) t.comment(`${command} (${pages}): ${said(proof)}`)
  }
  t.strictSame(
    Object.keys(proofs).filter(command => !documented.has(command)),
    [],
    'in the table, but on no page',
  )
})

t.test('the file that a proof names runs the command', async t => {
  for (const [command, proof] of Object.entries(proofs)) {
    if ('here' in proof) continue
    const file = 'by' in proof ? proof.by : proof.instead
    t.ok(existsSync(file), `${command}: ${file}`)
    t.match(readFileSync(file, 'utf8'), proof.runs, `${command}: ${file}`)
  }
})

function touched(command: string, form: RegExp): string[] {
  return [...command.matchAll(form)]
    .map(([, names = '']) => names)
    .flatMap(names => names.split(' '))
}

t.test('the services that Docker commands name exist', async t => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
    services: Record<string, unknown>
  }
  for (const command of documented.keys())
    if (command.startsWith('docker compose '))
      for (const name of touched(
        command,
        /(?:--scale |exec |stop |logs (?:--since \w+ )?|restart |run --rm |rm --stop --force )([a-z-]+(?: [a-z-]+)*?)(?=$|=| (?:node|sh) )/g,
      ))
        t.ok(services[name], `${command}: the service ${name}`)
})

t.test('the remaining commands run here', async t => {
  for (const [command, proof] of Object.entries(proofs)) {
    if (!('here' in proof)) continue
    const [program = ''] = command.split(' ')
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) {
      t.comment(`skipped: ${command}: this machine has no ${program}`)
      continue
    }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
    t.equal(status, 0, command, { stderr })
    t.ok(stdout.trim(), `${command} prints something`)
  }
})

t.test('makes a release in a clone', async t => {
  if (!existsSync('.git')) {
    t.comment('skipped: this folder is not a Git clone')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'night-routine-release-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [clone, settings] = [join(folder, 'clone'), join(folder, 'settings')]
  // CI runs as another user than the one whose clone it is.
  writeFileSync(settings, '[safe]\ndirectory = *\n[user]\nname = a\nemail = a@example.org\n')
  const env = { ...process.env, GIT_CONFIG_GLOBAL: settings }
  const git = ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, clone]
  execFileSync('git', git, { env })
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], { cwd: clone, env, encoding: 'utf8', stdio: 'pipe' })
  run('npm run release -- 1.2.0')
  t.equal(run('git tag --points-at HEAD').trim(), 'v1.2.0')
  t.equal(run('git status --porcelain'), '')
  t.match(run('cat CHANGELOG.md'), /## \[Unreleased\]\n\n## \[1\.2\.0\] - \d{4}-\d\d-\d\d\n/)
  t.match(JSON.parse(run('cat services/web/package.json')), { version: '1.2.0' })
})
