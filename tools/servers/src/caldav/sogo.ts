import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../free-port.ts'
import { removePostgres, startPostgres } from '../postgres.ts'
import { run } from '../run.ts'
import { runUser } from '../run-user.ts'
import { account, type CalendarServer } from './account.ts'
import { phpOf } from './php.ts'
import { startServer } from './start-server.ts'
import { packagesOf } from './unpacked.ts'

/** Makes the table of people; SOGo makes the others. */
const people = `
[, $database, $name, $password] = $argv;
$link = pg_connect($database) or exit(1);
pg_query($link, 'CREATE TABLE sogo_view (c_uid text, c_name text, c_password text, c_cn text, mail text)') or exit(1);
pg_query_params($link, "INSERT INTO sogo_view VALUES ($1, $1, $2, $1, $1 || '@example.com')", [$name, $password])
  or exit(1);
`

/** A text in a property list. */
const quoted = (text: string) => `"${text}"`

/** The tables, by the settings that name them. */
const tables = {
  SOGoProfileURL: 'sogo_user_profile',
  OCSFolderInfoURL: 'sogo_folder_info',
  OCSSessionsFolderURL: 'sogo_sessions_folder',
  OCSStoreURL: 'sogo_store',
  OCSAclURL: 'sogo_acl',
  OCSCacheFolderURL: 'sogo_cache_folder',
}

/**
 * SOGo with several workers, its own PostgreSQL and memcached. It refuses to run as root.
 * @throws {ServerError} when it does not start
 */
export async function startSogo(inherited: NodeJS.ProcessEnv): Promise<CalendarServer> {
  const packages = packagesOf(inherited)
  const user = await runUser()
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-sogo-'))
  // Its own user and PostgreSQL's must get through.
  await chmod(folder, 0o711)
  const [data, home] = [join(folder, 'postgres'), join(folder, 'home')]
  const postgres = await startPostgres(data, { durable: false })
  const php = phpOf(packages, { extensions: ['pgsql'] })
  const [program, ...args] = php
  await run(program, [...args, '-r', people, '--', postgres.url, ...Object.values(account)])
  await mkdir(home)
  if (user) await chown(home, user.uid, user.gid)

  const library = packages.at('usr/lib/GNUstep')
  const libraries = dirname(library)
  const shared = [libraries, packages.at('usr/lib/sogo'), packages.entry('usr/lib', /-linux-gnu$/)]
  const gnustep = join(folder, 'gnustep.conf')
  const packaged = await readFile(packages.at('etc/GNUstep/GNUstep.conf'), 'utf8')
  await writeFile(gnustep, packaged.replaceAll(/=\/usr\/(?=lib|share)/g, `=${dirname(libraries)}/`))
  const env = {
    ...inherited,
    HOME: home,
    GNUSTEP_CONFIG_FILE: gnustep,
    LD_LIBRARY_PATH: shared.join(':'),
  }
  const ports = { http: await freePort(), memcached: await freePort() }
  const cache = spawn(
    packages.at('usr/bin/memcached'),
    ['-l', '127.0.0.1', '-p', String(ports.memcached)],
    { env, stdio: 'ignore', ...user },
  )
  const ended = once(cache, 'exit').catch(() => undefined)

  const database = postgres.url.replace(/^postgres:/, 'postgresql:')
  const settings = {
    WONoDetach: 'YES',
    WOLogFile: '-',
    WOPort: quoted(`127.0.0.1:${ports.http}`),
    WOPidFile: join(home, 'pid'),
    WOWorkersCount: '6',
    SOGoMemcachedHost: quoted(`127.0.0.1:${ports.memcached}`),
    SOGoMailSpoolPath: home,
    SOGoTimeZone: 'UTC',
    SOGoUserSources: `({type=sql; id=directory; viewURL="${database}/sogo_view"; canAuthenticate=YES; isAddressBook=NO; userPasswordAlgorithm=plain;})`,
    ...Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [name, quoted(`${database}/${table}`)]),
    ),
  }
  const given = Object.entries(settings).flatMap(([name, value]) => [`-${name}`, value])
  const url = `http://127.0.0.1:${ports.http}/SOGo/dav/${account.username}/`
  const stop = await startServer(url, [packages.at('usr/sbin/sogod'), ...given], {
    env,
    cwd: home,
    detached: true,
    ...user,
  })
  return {
    url,
    home: `${url}Calendar/`,
    ...account,
    async stop() {
      await stop()
      cache.kill()
      await ended
      await postgres.stop()
      await removePostgres(data)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
