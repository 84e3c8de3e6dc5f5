import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { removePostgres, startPostgres } from '../postgres.ts'
import { run } from '../run.ts'
import { account, type CalendarServer } from './account.ts'
import { phpOf } from './php.ts'
import { startServer } from './start-server.ts'
import { packagesOf } from './unpacked.ts'

/** What the web server of an installation does: the well-known address, and the path after the script. */
const router = `<?php
$path = rawurldecode(strtok($_SERVER['REQUEST_URI'], '?'));
if ($path === '/.well-known/caldav') { header('Location: /caldav.php/', true, 301); return; }
if (strncmp($path, '/caldav.php', 11) !== 0) { http_response_code(404); return; }
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/caldav.php';
$_SERVER['PATH_INFO'] = substr($path, 11);
require __DIR__ . '/caldav.php';
`

/** Loads the schema like create-database.sh, which needs psql and Perl. */
const loader = `
[, $database, $name, $password] = $argv;
$link = pg_connect($database) or exit(1);
foreach (array_slice($argv, 4) as $file)
  if (!pg_query($link, file_get_contents($file))) { fwrite(STDERR, $file); exit(1); }
$account = pg_query_params($link, "INSERT INTO usr (active, email_ok, updated, username, password, fullname, email)
  VALUES (TRUE, current_date, current_date, $1, '**' || $2, $1, $1 || '@example.com') RETURNING user_no",
  [$name, $password]);
pg_query_params($link, 'INSERT INTO principal (type_id, user_no, displayname, default_privileges)
  VALUES (1, $1, $2, 0::BIT(24))', [pg_fetch_result($account, 0), $name]) or exit(1);
`

const schema = [
  'awl/dba/awl-tables.sql',
  'awl/dba/schema-management.sql',
  'davical/dba/davical.sql',
  'davical/dba/supported_locales.sql',
  'davical/dba/views/dav_principal.sql',
  'davical/dba/caldav_functions.sql',
  'davical/dba/rrule_functions.sql',
  'davical/dba/base-data.sql',
]

/** In the order in which they need each other. */
const extensions =
  'pdo pgsql pdo_pgsql dom xml xmlreader mbstring iconv gettext calendar curl ctype posix'.split(
    ' ',
  )

/**
 * DAViCal in PHP's own web server, with several workers like an installation, and with its own PostgreSQL.
 * @throws {ServerError} when it does not start
 */
export async function startDavical(inherited: NodeJS.ProcessEnv): Promise<CalendarServer> {
  const packages = packagesOf(inherited)
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-davical-'))
  // PostgreSQL's own user must get through.
  await chmod(folder, 0o711)
  const data = join(folder, 'postgres')
  const postgres = await startPostgres(data, { durable: false })
  const { hostname, port: at, password } = new URL(postgres.url)
  const database = `host=${hostname} port=${at} dbname=postgres user=postgres password=${password}`
  const share = (path: string) => packages.at(join('usr/share', path))
  const php = phpOf(packages, {
    options: {
      include_path: [share('awl/inc'), share('davical/inc')].join(':'),
      error_reporting: '0',
    },
    extensions,
  })
  const [program, ...args] = php
  const given = [database, account.username, account.password, ...schema.map(share)]
  await run(program, [...args, '-r', loader, '--', ...given])

  const pages = join(folder, 'htdocs')
  await cp(share('davical/htdocs'), pages, { recursive: true })
  await writeFile(join(pages, 'router.php'), router)
  await writeFile(join(folder, 'config.php'), `<?php $c->pg_connect[] = '${database}';`)
  const always = join(pages, 'always.php')
  const page = await readFile(always, 'utf8')
  await writeFile(always, page.replaceAll("'/etc/davical/", `'${folder}/`))
  const url = `http://127.0.0.1:${await freePort()}/`
  const served = ['-S', new URL(url).host, '-t', pages, join(pages, 'router.php')]
  const stop = await startServer(url, [...php, ...served], {
    cwd: pages,
    detached: true,
    env: { ...inherited, PHP_CLI_SERVER_WORKERS: '4' },
  })
  return {
    url,
    home: `${url}caldav.php/${account.username}/`,
    ...account,
    async stop() {
      await stop()
      await postgres.stop()
      await removePostgres(data)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
