// The calendar and mail servers of tests, and another person's clients, from Debian's packages. Where they are not installed,
// the packages are downloaded and unpacked once, outside of the repository.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const python = '/usr/bin/python3'
const modules = 'usr/lib/python3/dist-packages'
// Cyrus refuses to run as root, so its own user must reach the folder.
const caches =
  process.getuid?.() === 0
    ? '/var/cache'
    : (process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'))

/** Radicale 3.1.8 and Xandikos 0.2.8 of Debian 12, with what they and python3-caldav need. */
const packages =
  `radicale python3-radicale python3-vobject python3-dateutil python3-passlib python3-defusedxml
  xandikos python3-dulwich python3-icalendar python3-tz python3-aiohttp python3-aiosignal python3-async-timeout
  python3-frozenlist python3-multidict python3-yarl python3-jinja2 python3-markupsafe python3-attr python3-six
  python3-caldav python3-lxml python3-requests python3-urllib3 python3-certifi python3-chardet
  python3-charset-normalizer python3-idna`.split(/\s+/)

/** Cyrus 3.6.1, DAViCal 1.1.12 and SOGo 5.8.0 of Debian 12. */
const longPackages =
  'cyrus-caldav cyrus-imapd sasl2-bin davical php-cli php-pgsql php-xml php-mbstring php-curl sogo memcached'.split(
    ' ',
  )

/** What these need and this machine lacks, but for what only a whole installation needs. */
function missing(names) {
  const args = ['--simulate', '--no-install-recommends', 'install', ...names]
  const { stdout } = spawnSync('apt-get', args, { encoding: 'utf8' })
  return [...(stdout ?? '').matchAll(/^Inst (\S+)/gm)]
    .map(([, name]) => name)
    .filter(name => !/^(apache2|cpio|db|exim4|gawk|libapache2|libperl|perl)/.test(name))
}

/** Downloads these packages and unpacks them into a folder of this name, which is kept. */
function unpack(name, names) {
  const cache = join(caches, 'night-routine')
  const unpacked = join(cache, name)
  if (existsSync(unpacked) || !existsSync(python)) return unpacked
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'unpacking-'))
  const run = (program, args) =>
    spawnSync(program, args, { cwd: folder, stdio: 'ignore', timeout: 120_000 }).status === 0
  const wanted = names()
  const done =
    wanted.length > 0 &&
    run('apt-get', ['download', ...wanted]) &&
    readdirSync(folder)
      .filter(file => file.endsWith('.deb'))
      .every(file => run('dpkg', ['-x', file, folder]) && (rmSync(join(folder, file)), true))
  chmodSync(folder, 0o755)
  if (done && !existsSync(unpacked)) renameSync(folder, unpacked)
  rmSync(folder, { recursive: true, force: true })
  return unpacked
}

function imports(names, env) {
  const { status } = spawnSync(python, ['-c', `import ${names}`], { env, stdio: 'ignore' })
  return status === 0
}

let short
let long
let lemonldap
let mail

/** The environment in which Radicale, Xandikos and python3-caldav run; `why` not, where they cannot. */
export function calendarServers() {
  short ??= findShort()
  return short
}

/** The same for the parsers of calendars icalendar and vobject, with which those servers come. */
export function calendarReaders() {
  const names = 'icalendar, vobject'
  if (imports(names, process.env)) return { env: {} }
  const { env } = calendarServers()
  return imports(names, { ...process.env, ...env })
    ? { env }
    : { env: {}, why: 'needs Debian’s packages python3-icalendar and python3-vobject' }
}

/** The same for Apprise, the library that sends messages to a hundred services. */
export function appriseLibrary() {
  if (imports('apprise', process.env)) return { env: {} }
  const root = unpack('apprise-1', () => missing(['apprise']))
  const path = [process.env.PYTHONPATH, join(root, modules)].filter(Boolean).join(delimiter)
  const env = { PYTHONPATH: path }
  return imports('apprise', { ...process.env, ...env })
    ? { env }
    : { env: {}, why: 'needs Debian’s package apprise' }
}

/** The same for Cyrus, DAViCal and SOGo, which only `npm run test:long` needs. */
export function longCalendarServers() {
  long ??= findLong()
  return long
}

/** The same for LemonLDAP::NG 2.16 of Debian 12, an identity provider. */
export function identityProvider() {
  lemonldap ??= findLemonldap()
  return lemonldap
}

function findLemonldap() {
  const names =
    'liblemonldap-ng-portal-perl libplack-perl libio-string-perl libstring-random-perl'.split(' ')
  const root = unpack('identity-provider-1', () =>
    missing(names).filter(name => !/^(fonts|libjs)-/.test(name)),
  )
  const isThere = ['usr/bin/plackup', 'usr/share/lemonldap-ng/portal/htdocs/index.psgi'].every(
    path => [root, '/'].some(folder => existsSync(join(folder, path))),
  )
  return isThere
    ? { env: { IDENTITY_PROVIDER: root } }
    : { env: {}, why: 'needs Debian 12’s packages liblemonldap-ng-portal-perl and libplack-perl' }
}

/** The same for Postfix 3.7 of Debian 12, a mail relay that is as strict as a test wants. */
export function mailRelay() {
  mail ??= findMail()
  return mail
}

function findMail() {
  // Its parts run as several users.
  if (process.getuid?.() !== 0) return { env: {}, why: 'needs to run as root, as Postfix does' }
  const root = unpack('mail-servers-1', () => missing(['postfix', 'sasl2-bin']))
  const isThere = ['usr/lib/postfix/sbin/master', 'usr/sbin/saslpasswd2'].every(path =>
    [root, '/'].some(folder => existsSync(join(folder, path))),
  )
  return isThere
    ? { env: { MAIL_SERVERS: root } }
    : { env: {}, why: 'needs Debian 12’s packages postfix and sasl2-bin' }
}

function findShort() {
  const names = 'radicale, xandikos.web, caldav'
  if (imports(names, process.env)) return { env: {} }
  const env = {
    PYTHONPATH: join(
      unpack('calendar-servers-1', () => packages),
      modules,
    ),
  }
  return imports(names, { ...process.env, ...env })
    ? { env }
    : { env: {}, why: 'needs Debian 12’s packages radicale, xandikos and python3-caldav' }
}

function findLong() {
  const { env, why } = calendarServers()
  if (why) return { env, why }
  const unpacked = unpack('calendar-servers-long-2', () => missing(longPackages))
  const found = {
    ...env,
    CALENDAR_SERVERS: unpacked,
    PYTHONPATH: [env.PYTHONPATH, join(unpacked, modules)].filter(Boolean).join(delimiter),
  }
  const programs = ['lib/cyrus/bin/imapd', 'share/davical/htdocs/caldav.php', 'sbin/sogod']
  const isThere = programs.every(path =>
    [unpacked, '/'].some(root => existsSync(join(root, 'usr', path))),
  )
  return isThere
    ? { env: found }
    : { env, why: 'needs Debian 12’s packages cyrus-caldav, davical and sogo' }
}
