// Which programs of this machine tests can use.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  appriseLibrary,
  calendarReaders,
  calendarServers,
  identityProvider,
  longCalendarServers,
  mailRelay,
} from './calendar-servers.js'

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
const chromium =
  process.env.CHROMIUM_PATH ??
  onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome')

const firefox = process.env.FIREFOX_PATH ?? onPath('firefox', 'firefox-esr')

/** The kubectl 1.20 of Debian 12 cannot render infra/kubernetes. */
function hasKubectl() {
  const args = ['version', '--client', '--output=json']
  const { stdout } = spawnSync('kubectl', args, { encoding: 'utf8' })
  const { major, minor } = JSON.parse(stdout || '{}').clientVersion ?? {}
  return Number(major) > 1 || parseInt(minor, 10) >= 30
}

/** The CalDAV backend of Evolution, with what scripts speak to it with. */
function hasEvolution() {
  const script = "import gi; gi.require_version('ECal', '2.0'); from gi.repository import ECal"
  const { status } = spawnSync('/usr/bin/python3', ['-c', script], { stdio: 'ignore' })
  return status === 0 && onPath('dbus-run-session')
}

const unless = (found, reason) => ({ why: found ? undefined : reason })

/** Parts of the names of files with requirements: why this machine does not meet them, or the environment that does. */
const needs = {
  '.redis.': () =>
    unless(
      process.env.REDIS_URL || onPath('redis-server', 'valkey-server'),
      'needs redis-server or valkey-server on the PATH, or REDIS_URL',
    ),
  '.chromium.': () => unless(chromium, 'needs chromium on the PATH, or CHROMIUM_PATH'),
  '.whole.chromium.': () =>
    unless(
      onPath('chromium', 'chromium-browser', 'google-chrome'),
      'needs a whole chromium on the PATH, because the headless shell shows no notifications',
    ),
  '.firefox.': () => unless(firefox, 'needs firefox on the PATH, or FIREFOX_PATH'),
  '.webkit.': () =>
    unless(
      onPath('WebKitWebDriver') && onPath('Xvfb'),
      'needs Debian’s webkit2gtk-driver and xvfb',
    ),
  '.curl.': () => unless(onPath('curl'), 'needs curl 7.82 or newer on the PATH'),
  '.kubectl.': () => unless(hasKubectl(), 'needs kubectl 1.30 or newer on the PATH'),
  '.caddy.': () => unless(onPath('caddy'), 'needs caddy on the PATH'),
  '.fail2ban.': () => unless(onPath('fail2ban-regex'), 'needs fail2ban on the PATH'),
  '.nginx.': () => unless(onPath('nginx'), 'needs nginx on the PATH'),
  '.apprise.': appriseLibrary,
  '.icalendar.': calendarReaders,
  '.mosquitto.': () =>
    unless(
      onPath('mosquitto') && onPath('mosquitto_sub'),
      'needs mosquitto, and mosquitto_sub of mosquitto-clients, on the PATH',
    ),
  '.vdirsyncer.': () =>
    unless(onPath('vdirsyncer') && onPath('khal'), 'needs vdirsyncer and khal on the PATH'),
  '.evolution.': () =>
    unless(
      hasEvolution(),
      'needs Debian’s evolution-data-server, gir1.2-ecal-2.0, python3-gi, dbus',
    ),
  '.thunderbird.': () => unless(onPath('thunderbird'), 'needs thunderbird on the PATH'),
  '.litmus.': () => unless(onPath('litmus'), 'needs litmus on the PATH'),
  '.caldav.': calendarServers,
  '.caldav.long.': longCalendarServers,
  '.lemonldap.': identityProvider,
  '.postfix.': mailRelay,
}

const needsOf = file =>
  Object.entries(needs).flatMap(([part, find]) => (file.includes(part) ? [find()] : []))

/** Why this machine cannot run a test file; undefined if it can. */
export function whySkipped(file) {
  return needsOf(file).find(({ why }) => why)?.why
}

/** The variables by which these test files find their programs. */
export function environmentOf(files) {
  const found = files.flatMap(needsOf).map(({ env }) => env)
  // Each may bring modules for Python.
  const modules = new Set(found.flatMap(env => env?.PYTHONPATH?.split(delimiter) ?? []))
  return Object.assign(
    {},
    chromium && { CHROMIUM_PATH: chromium },
    firefox && { FIREFOX_PATH: firefox },
    ...found,
    modules.size > 0 && { PYTHONPATH: [...modules].join(delimiter) },
  )
}
