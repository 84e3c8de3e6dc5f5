// The first steps that start, test and bench share. Plain JavaScript for the machine's own Node:
// nothing is installed yet when these run.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, pnpm, root } from './pnpm.js'

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

/** Installs exactly what the lockfile says, unless that has been done already. Returns an exit code. */
export function install() {
  const digest = manifestsDigest()
  if (existsSync(stamp) && existsSync(node) && readFileSync(stamp, 'utf8') === digest) return 0
  const code = pnpm('install', '--frozen-lockfile', '--reporter=append-only')
  if (code === 0) {
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    writeFileSync(stamp, digest)
  }
  return code
}

/** Installs and builds, for programs that run what was built; ends with the exit code of what did not work. */
export function prepare() {
  for (const run of [install, () => turbo('build')]) {
    const code = run()
    if (code !== 0) process.exit(code)
  }
}

/** Runs turbo tasks with its cache. Returns an exit code. */
export function turbo(...words) {
  return pnpm('exec', 'turbo', 'run', ...words, '--output-logs=errors-only', '--no-update-notifier')
}
