// The calendar servers of tests: Debian's Radicale and Xandikos, and python3-caldav as another person's client.
// Where they are not installed, their packages are downloaded and unpacked once, outside of the repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const python = '/usr/bin/python3'
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'night-routine')
const unpacked = join(cache, 'calendar-servers-1')
const modules = join(unpacked, 'usr/lib/python3/dist-packages')

/** Radicale 3.1.8 and Xandikos 0.2.8 of Debian 12, with what they and python3-caldav need. */
const packages =
  `radicale python3-radicale python3-vobject python3-dateutil python3-passlib python3-defusedxml
  xandikos python3-dulwich python3-icalendar python3-tz python3-aiohttp python3-aiosignal python3-async-timeout
  python3-frozenlist python3-multidict python3-yarl python3-jinja2 python3-markupsafe python3-attr python3-six
  python3-caldav python3-lxml python3-requests python3-urllib3 python3-certifi python3-chardet
  python3-charset-normalizer python3-idna`.split(/\s+/)

function works(env) {
  const words = ['-c', 'import radicale, xandikos.web, caldav']
  return spawnSync(python, words, { env, stdio: 'ignore' }).status === 0
}

function unpack() {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'unpacking-'))
  const run = (program, words) =>
    spawnSync(program, words, { cwd: folder, stdio: 'ignore', timeout: 120_000 }).status === 0
  const done =
    run('apt-get', ['download', ...packages]) &&
    readdirSync(folder)
      .filter(name => name.endsWith('.deb'))
      .every(name => run('dpkg', ['-x', name, folder]))
  if (done && !existsSync(unpacked)) renameSync(folder, unpacked)
  rmSync(folder, { recursive: true, force: true })
}

let found

/** The environment in which they run; `why` not, where they cannot. */
export function calendarServers() {
  if (found) return found
  const own = { ...process.env, PYTHONPATH: modules }
  if (works(process.env)) found = { env: {} }
  else {
    if (!existsSync(unpacked) && existsSync(python)) unpack()
    found = works(own)
      ? { env: { PYTHONPATH: modules } }
      : { env: {}, why: 'needs Debian 12’s packages radicale, xandikos and python3-caldav' }
  }
  return found
}
