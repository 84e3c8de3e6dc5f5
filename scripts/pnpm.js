// npx fetches the pnpm version of package.json, so that only Node and npm have to be installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const { packageManager, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

/** The runtime pinned in package.json, once installed. Never the shell wrapper in node_modules/.bin. */
export const node = fileURLToPath(
  new URL(
    process.platform === 'win32'
      ? '../node_modules/node/bin/node.exe'
      : '../node_modules/node/bin/node',
    import.meta.url,
  ),
)

/** Its version: what packages have to run on. pnpm itself runs on the Node of the machine. */
export const nodeVersion = devDependencies.node

/** Node's compile cache, which halves the start-up time. */
export const compileCache = {
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
}

const inTerminal = {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  shell: process.platform === 'win32',
}

/** Runs pnpm with these arguments and returns its exit code. */
export function pnpm(...args) {
  const { status, error } = spawnSync('npx', ['--yes', packageManager, ...args], inTerminal)
  if (error) throw error
  return status ?? 1
}

// The compiler and the linter are written in Go. With one thread, and memory collected less often, they take half
// the processor time, and no core from the tests.
const besideOthers = { ...inTerminal, env: { ...inTerminal.env, GOMAXPROCS: '1', GOGC: '400' } }

/** The same beside other work. */
export async function pnpmBeside(...args) {
  const child = spawn('npx', ['--yes', packageManager, ...args], besideOthers)
  const [code] = await once(child, 'close')
  return code ?? 1
}

/** The output of pnpm with these arguments. */
export function readPnpm(...args) {
  return execFileSync('npx', ['--yes', packageManager, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(pnpm(...process.argv.slice(2)))
