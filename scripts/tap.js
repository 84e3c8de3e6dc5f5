// Selects the test files for this machine, and starts their servers.
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  calendarServers,
  identityProvider,
  longCalendarServers,
  mailRelay,
} from './calendar-servers.js'
import { whyGoldenNotCompared } from './made-with.js'
import { compileCache, node, root } from './pnpm.js'

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

/** Parts of the names of files with requirements, and the reason if this machine does not meet them. */
const needs = [
  {
    part: '.redis.',
    why: () =>
      redis ? undefined : 'needs redis-server or valkey-server on the PATH, or REDIS_URL',
  },
  {
    part: '.chromium.',
    why: () => (chromium ? undefined : 'needs chromium on the PATH, or CHROMIUM_PATH'),
  },
  { part: '.kubectl.', why: whyNoKubectl },
  {
    part: '.caddy.',
    why: () => (onPath('caddy') ? undefined : 'needs caddy on the PATH'),
  },
  { part: '.caldav.', why: () => calendarServers().why },
  { part: '.caldav.long.', why: () => longCalendarServers().why },
  { part: '.lemonldap.', why: () => identityProvider().why },
  { part: '.postfix.', why: () => mailRelay().why },
  {
    part: '/golden.chromium.',
    why: () => chromium && whyGoldenNotCompared(chromium),
  },
]

/** The folders of this name in packages, services and tools. */
export function foldersInParts(name) {
  return ['packages', 'services', 'tools']
    .flatMap(kind => readdirSync(join(root, kind)).map(part => `${kind}/${part}/${name}`))
    .filter(folder => existsSync(join(root, folder)))
}

/**
 * The test files at or below these paths (all unless given), split into those that can run on this machine and
 * those that cannot. Files named `*.long.test.ts` are for `npm run test:long`.
 */
export function testFiles({ paths, long }) {
  const all = [...foldersInParts('test'), 'test']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true }).map(
        name => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter(file => file.endsWith('.test.ts') && !file.includes('/node_modules/'))
    .filter(file => long || !file.endsWith('.long.test.ts'))
    .filter(file => paths.length === 0 || paths.some(path => `${file}/`.startsWith(`${path}/`)))
  // Servers that were unpacked for tests are found by their environment.
  if (all.some(file => file.includes('.caldav.')))
    Object.assign(testEnvironment, calendarServers().env)
  if (all.some(file => file.includes('.caldav.long.')))
    Object.assign(testEnvironment, longCalendarServers().env)
  if (all.some(file => file.includes('.lemonldap.')))
    Object.assign(testEnvironment, identityProvider().env)
  if (all.some(file => file.includes('.postfix.'))) Object.assign(testEnvironment, mailRelay().env)
  const left = all.flatMap(file => {
    const reasons = needs.filter(({ part }) => file.includes(part)).map(({ why }) => why())
    const reason = reasons.find(Boolean)
    return reason ? [{ file, reason }] : []
  })
  const files = all.filter(file => !left.some(entry => entry.file === file))
  return { files: files.toSorted((one, other) => (one < other ? -1 : 1)), left }
}

/** The environment of test processes: the browser, a compile cache, and limits for a slow machine. */
export const testEnvironment = {
  ...process.env,
  ...compileCache,
  TAP_TIMEOUT: '1800',
  // A skip or a todo inside a file is not announced, so it is a failure.
  TAP_FAIL_SKIP: '1',
  TAP_FAIL_TODO: '1',
  // The command `tap` reads each module a second time for coverage, which we do not use.
  _TAPJS_PROCESSINFO_EXCLUDE_: '/./',
  ...(chromium && { CHROMIUM_PATH: chromium }),
}

export const conditions = '--conditions=night-routine'
const servers = 'tools/servers/src/with-servers/main.ts'

/** Arguments of `node` that run a command with private PostgreSQL and Redis servers. */
export const withServers = [conditions, servers]

/** Starts the same servers for this process: the variables that name them and a temporary folder, and how to stop them. */
export async function startServers() {
  const child = fork(join(root, servers), [], {
    cwd: root,
    execPath: node,
    execArgv: [conditions],
    env: testEnvironment,
  })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`The servers of the tests ended with ${code}.`)
  })
  const [variables] = await Promise.race([once(child, 'message'), failed])
  const stop = async () => {
    child.disconnect()
    await ended
  }
  return { variables, stop }
}
