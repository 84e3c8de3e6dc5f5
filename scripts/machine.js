// Which programs of this machine tests can use.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { calendarServers, longCalendarServers } from './calendar-servers.js'
import { whyGoldenNotCompared } from './made-with.js'

function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap(name => folders.map(folder => join(folder, name)))
    .find(file => {
      try {
        return accessSync(file, constants.X_OK) === undefined
      } catch {
        return false
      }
    })
}

/** The browser of tests and pictures, if installed. The headless shell takes half the time. */
export const chromium =
  process.env.CHROMIUM_PATH ??
  onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome')

/** The kubectl 1.20 of Debian 12 cannot render infra/kubernetes. */
function hasKubectl() {
  const { stdout } = spawnSync('kubectl', ['version', '--client', '--output=json'], {
    encoding: 'utf8',
  })
  const { major, minor } = JSON.parse(stdout || '{}').clientVersion ?? {}
  return Number(major) > 1 || parseInt(minor, 10) >= 30
}

/** Parts of the names of files with requirements, and the reason if this machine does not meet them. */
const needs = {
  '.redis.': () =>
    process.env.REDIS_URL || onPath('redis-server', 'valkey-server')
      ? undefined
      : 'needs redis-server or valkey-server on the PATH, or REDIS_URL',
  '.chromium.': () => (chromium ? undefined : 'needs chromium on the PATH, or CHROMIUM_PATH'),
  '.kubectl.': () => (hasKubectl() ? undefined : 'needs kubectl 1.30 or newer on the PATH'),
  '.caddy.': () => (onPath('caddy') ? undefined : 'needs caddy on the PATH'),
  '.caldav.': () => calendarServers().why,
  '.caldav.long.': () => longCalendarServers().why,
  '/golden.chromium.': () => chromium && whyGoldenNotCompared(chromium),
}

/** Why this machine cannot run a test file; undefined if it can. */
export function whySkipped(file) {
  for (const [part, why] of Object.entries(needs)) {
    const reason = file.includes(part) ? why() : undefined
    if (reason) return reason
  }
  return undefined
}
