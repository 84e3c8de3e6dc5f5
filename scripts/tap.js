// Selects the test files for this machine, and configures tap.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { whyGoldenNotCompared } from './made-with.js'
import { compileCache, root } from './pnpm.js'

function onPath(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined
}

/** The browser of tests and pictures, if installed. The headless shell takes half the time. */
export const chromium =
  process.env.CHROMIUM_PATH ??
  onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome')
const redis = process.env.REDIS_URL ?? onPath('redis-server', 'valkey-server')

/** Why the files of infra/kubernetes cannot be rendered here. The kubectl 1.20 of Debian 12 is too old. */
function whyNoKubectl() {
  const reason = 'needs kubectl 1.30 or newer on the PATH'
  if (!onPath('kubectl')) return reason
  const words = ['version', '--client', '--output=json']
  const { status, stdout } = spawnSync('kubectl', words, { encoding: 'utf8' })
  if (status !== 0) return reason
  const { major, minor } = JSON.parse(stdout).clientVersion
  return Number(major) > 1 || parseInt(minor, 10) >= 30 ? undefined : reason
}

/** Files with requirements, and the reason if this machine does not meet them. */
const needs = [
  {
    suffix: '.redis.test.ts',
    why: () =>
      redis ? undefined : 'needs redis-server or valkey-server on the PATH, or REDIS_URL',
  },
  {
    suffix: '.chromium.test.ts',
    why: () => (chromium ? undefined : 'needs chromium on the PATH, or CHROMIUM_PATH'),
  },
  { suffix: '.kubectl.test.ts', why: whyNoKubectl },
  {
    suffix: '.caddy.test.ts',
    why: () => (onPath('caddy') ? undefined : 'needs caddy on the PATH'),
  },
  {
    suffix: '/golden.chromium.test.ts',
    why: () => chromium && whyGoldenNotCompared(chromium),
  },
]

/** The test files below these folders, split into those that can run on this machine and those that cannot. */
export function testFiles(folders) {
  const existing = folders.filter(folder => existsSync(join(root, folder)))
  const all = existing.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(name => name.endsWith('.test.ts') && !name.includes('/node_modules/')),
  )
  const left = all.flatMap(file => {
    const reasons = needs.filter(({ suffix }) => file.endsWith(suffix)).map(({ why }) => why())
    const reason = reasons.find(Boolean)
    return reason ? [{ file, reason }] : []
  })
  return { files: all.filter(file => !left.some(entry => entry.file === file)).toSorted(), left }
}

/** The environment of test processes: the browser, and a compile cache. */
export const testEnvironment = {
  ...process.env,
  ...compileCache,
  // tap reads each module a second time for coverage, which we do not use: 0.4 s per process.
  _TAPJS_PROCESSINFO_EXCLUDE_: '/./',
  ...(chromium && { CHROMIUM_PATH: chromium }),
}

/** Arguments of `node` that run a command with private PostgreSQL and Redis servers. */
export const withServers = ['--conditions=night-routine', 'tools/servers/src/with-servers/main.ts']
export const tap = 'node_modules/tap/dist/esm/run.mjs'
