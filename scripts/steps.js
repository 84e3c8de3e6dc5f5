// The first steps of every command. Plain JavaScript for the installed Node: nothing else is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCache, node, nodeVersion, pnpm, root } from './pnpm.js'

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(`Night Routine is installed with Node 20 or newer; this is ${process.version}.`)
  process.exit(1)
}

const stamp = join(root, 'node_modules', '.night-routine-installed')

function manifestsDigest() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Installs the lockfile, unless it is already installed. Returns an exit code. */
export function install() {
  const digest = manifestsDigest()
  const done = existsSync(stamp) && existsSync(node) && readFileSync(stamp, 'utf8') === digest
  const code = done ? 0 : installPackages()
  const problem = existsSync(node) ? whyNodeCannotRun(node) : undefined
  if (problem !== undefined) {
    // npm would run the next command with it. pnpm links it again.
    rmSync(join(root, 'node_modules', '.bin', 'node'), { force: true })
    rmSync(stamp, { force: true })
    console.error(problem)
    process.exit(1)
  }
  if (code === 0 && !done) {
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    writeFileSync(stamp, digest)
  }
  return code
}

/** Prints one line, and what pnpm warns of. */
function installPackages() {
  console.log('› Installing packages and PostgreSQL: once, for a minute or two')
  return pnpm(
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
    '--loglevel=warn',
    // Without it, pnpm warns that packages do not run on an older Node of the machine, where they never run.
    `--config.node-version=${nodeVersion}`,
  )
}

/** Installs, then runs a program with the pinned Node, and exits with its code. */
export function run(args, env = process.env) {
  const code = install()
  if (code !== 0) process.exit(code)
  const child = spawn(node, ['--conditions=night-routine', ...args], {
    cwd: root,
    env: { ...env, ...compileCache },
    stdio: 'inherit',
  })
  // The terminal sends Ctrl-C to the program as well, and it stops in order.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', status => (process.exitCode = status ?? 1))
}

/** Says why the pinned Node cannot run on this machine; undefined if it can. */
export function whyNodeCannotRun(program) {
  const { status, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status === 0) return undefined
  if (/libatomic/.test(stderr))
    return 'Node 26 needs the library libatomic: install it with apt-get install libatomic1, then run this again.'
  return `The pinned Node does not run on this machine: ${(stderr || error?.message || '').trim()}`
}

/** Installs and builds. Exits the process if a step fails. */
export function prepare() {
  for (const step of [install, () => turbo('build')]) {
    const code = step()
    if (code !== 0) process.exit(code)
  }
}

/** Runs turbo tasks with its cache. Returns an exit code. */
function turbo(...tasks) {
  return pnpm('exec', 'turbo', 'run', ...tasks, '--output-logs=errors-only', '--no-update-notifier')
}
