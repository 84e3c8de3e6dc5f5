// What people get wrong: each is answered by a sentence that says what to do, and nothing half-started stays
// behind. infra/check.sh finds most of it before the start, and docker compose up refuses it all the same.
import { once } from 'node:events'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { documented } from '../src/proof/documented.ts'
import { family, type Household } from '../src/family/household.ts'
import { publicUrl } from '../src/installation/override.ts'
import { query, readPlan, settled } from '../src/family/plan.ts'
import { install, proof, session } from '../src/proof/proof.ts'
import { refusedStart } from '../src/installation/refused-start.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'

const installation = await install({ name: 'bad-input' })
const { compose, docker, folder, httpPort, project, setEnv, shell, tryShell } = installation
const runDocumented = documented(installation)
const { checked, pathWith, refused } = refusedStart(installation, () =>
  runDocumented('docker compose logs check settings roles migrate'),
)
const place = (name: string) => join(folder, name)
const dataServers = ['caddy', 'postgres', 'redis']
const services = ['web', 'webhook-ingest', 'scheduler-worker']
const ours = ['check', 'settings', 'roles', 'migrate', ...dataServers, ...services]
const volume = `${project}_postgres`
let signedIn: Household | undefined

proof('without .env', async t => {
  renameSync(place('.env'), place('.env.kept'))
  t.match(await checked(), /^There is no \.env: run sh infra\/prepare\.sh\.$/m)
  // Compose names the first one it finds, in no fixed order.
  const said = await refused(t, { says: /\w+ is missing a value: run sh infra\/prepare\.sh/ })
  renameSync(place('.env.kept'), place('.env'))
  return said
})

proof('with a setting that cannot be used', async t => {
  setEnv({ PUBLIC_URL: 'nights.example.org' })
  t.match(await checked(), /^PUBLIC_URL in \.env does not begin with https:\/\/: .+\.$/m)
  const says = /^PUBLIC_URL: "nights\.example\.org" is not an address .+\.$/
  const said = await refused(t, { step: 'settings', says, mayRun: dataServers })
  setEnv({ PUBLIC_URL: publicUrl })
  return said
})

proof('with empty secrets', async t => {
  const names = ['database-password', 'google-client-secret', 'secret-keys']
  const files = names.map(name => ({ path: place(`secrets/${name}`), name }))
  const kept = files.map(({ path }) => readFileSync(path))
  for (const { path } of files) writeFileSync(path, '\n')
  const early = await checked()
  const said = await refused(t, { step: 'check', says: /^secrets\/\S+ is empty: .+\.$/ })
  for (const [index, { name, path }] of files.entries()) {
    t.match(early, `secrets/${name} is `)
    t.match(said, `secrets/${name} is `)
    writeFileSync(path, kept[index] ?? '')
  }
  return said
})

proof('without the folder of secrets', async t => {
  renameSync(place('secrets'), place('secrets.kept'))
  t.match(await checked(), /^secrets\/database-password is missing: .+\.$/m)
  const said = await refused(t, { says: /secrets\/\S+/ })
  rmSync(place('secrets'), { recursive: true, force: true })
  renameSync(place('secrets.kept'), place('secrets'))
  return said
})

proof('while another program has the port', async t => {
  const other = createServer().listen(httpPort, '0.0.0.0')
  await once(other, 'listening')
  const inUse = new RegExp(`^Port ${httpPort} is in use: stop the program that has it .+\\.$`, 'm')
  t.match(await checked(), inUse)
  const says = new RegExp(`${httpPort}.*(?:in use|allocated)`)
  const said = await refused(t, { says, mayRun: dataServers })
  other.close()
  return said
})

for (const { name, engine, plugin, says } of [
  {
    name: 'an engine',
    engine: '24.0.7',
    plugin: '2.26.1',
    says: /Docker Engine 24\.0\.7 is too old: install version 25 or newer, .+\./,
  },
  {
    name: 'a Compose',
    engine: '26.1.5',
    plugin: 'v2.20.2',
    says: /Docker Compose v2\.20\.2 is too old: install version 2\.24 or newer, .+\./,
  },
])
  proof(`with ${name} that is too old`, async t => {
    const stub = { docker: `case "$1" in version) echo ${engine} ;; *) echo ${plugin} ;; esac` }
    const env = { PATH: pathWith(stub) }
    const { stdout } = await tryShell('sh infra/prepare.sh', { env })
    t.match(stdout, says)
    t.match(await checked(stub), says)
    return says.exec(stdout)?.[0]
  })

proof('on a disk without space', async t => {
  const df = 'echo header; echo "/dev/disk 1000000 990000 10000 99% /"'
  const early = /^The disk of Docker .* has 0 GB free, and \d GB are needed: make room.+\.$/m
  t.match(await checked({ df }), early)
  await makeVolume('--opt', 'type=tmpfs', '--opt', 'device=tmpfs', '--opt', 'o=size=50m,mode=1777')
  const says = /^The disk of Docker has only \d+ MB left: make room.+\.$/
  const said = await refused(t, { step: 'check', says })
  await docker('volume', 'rm', volume)
  return said
})

proof('on a volume of another PostgreSQL', async t => {
  await makeVolume()
  const image = pinnedImages(session.source)['postgres'] ?? ''
  const inside = ['--user', 'root', '--volume', `${volume}:/v`, '--entrypoint', 'sh']
  const write = 'mkdir -p /v/17/docker && echo 17 >/v/17/docker/PG_VERSION'
  await docker('run', '--rm', ...inside, session.standIns[image] ?? image, '-c', write)
  const says = /^The volume holds data of PostgreSQL 17, and this version runs PostgreSQL 18: .+\.$/
  const said = await refused(t, { step: 'check', says })
  await docker('volume', 'rm', volume)
  return said
})

proof('with a database of a newer version', async t => {
  await installation.up()
  const home = await family(installation)
  signedIn = home
  await home.signIn()
  await home.selectCalendar()
  await home.events(30)
  await settled(installation)
  const name = '9999-contract-after-9998-names'
  await query(installation, `insert into kysely_migration values ('${name}', '')`)
  await compose('rm', '--stop', '--force', ...ours)
  const says = /^The database belongs to a newer version of Night Routine: .+\.$/
  const said = await refused(t, { step: 'migrate', says, mayRun: dataServers })
  await compose('up', '--detach', '--wait', 'postgres')
  await query(installation, `delete from kysely_migration where name = '${name}'`)
  return said
})

proof('with a key that opens nothing', async t => {
  const plan = await readPlan(installation)
  const path = place('secrets/secret-keys')
  const right = readFileSync(path)
  writeFileSync(path, `${'0123456789abcdef'.repeat(4)}\n`)
  await compose('rm', '--stop', '--force', ...ours)
  const says =
    /^SECRET_KEYS \(secrets\/secret-keys\) decrypts nothing .+\. Put the old key back; .+\.$/
  const said = await refused(t, { step: 'migrate', says, mayRun: dataServers })
  writeFileSync(path, right)
  await installation.up()
  t.same(await readPlan(installation), plan, 'with the right key everything is there')
  return said
})

proof('a key that is lost can be replaced, and a parent connects the calendar again', async t => {
  await compose('rm', '--stop', '--force', ...ours)
  rmSync(place('secrets/secret-keys'))
  await shell('sh infra/prepare.sh')
  await runDocumented('ACCEPT_LOST_KEY=true docker compose up -d')
  const home = signedIn ?? (await family(installation))
  await waitFor('the request to reconnect', async () =>
    (await home.visitor.page('/')).includes('asks you to reconnect'),
  )
  await home.visitor.signIn('alex@example.com', '/auth?intent=reconnect')
  const [, , night] = await home.events(30)
  await home.editTitle(night?.start.date ?? '', '[Nina]')
  await waitFor('the name in the plan', async () =>
    (await readPlan(installation)).some(line => line.includes('Nina')),
  )
  t.match(await home.visitor.page('/'), 'Nina')
})

/** The volume of the database as Compose would make it, or of another kind. */
async function makeVolume(...args: string[]) {
  const labels = [`com.docker.compose.project=${project}`, 'com.docker.compose.volume=postgres']
  const named = labels.flatMap(label => ['--label', label])
  await docker('volume', 'rm', '--force', volume)
  await docker('volume', 'create', '--driver', 'local', ...named, ...args, volume)
}
