// What people get wrong, and docker compose up refuses: with a sentence that says what to do, and nothing half-started
// stays behind. What infra/check.sh says before the start, test/scripts/check.test.ts knows.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { documented } from '../src/proof/documented.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { publicUrl } from '../src/installation/override.ts'
import { query, readPlan, settled } from '../src/family/plan.ts'
import { install, proof, session } from '../src/proof/proof.ts'
import { refusedStart, type Refusal } from '../src/installation/refused-start.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'

const installation = await install({ name: 'bad-input' })
const { compose, docker, folder, project, setEnv, shell } = installation
const runDocumented = documented(installation)
const refused = refusedStart(installation, () =>
  runDocumented('docker compose logs check settings roles migrate'),
)
const place = (name: string) => join(folder, name)
const key = place('secrets/secret-keys')
const dataServers = ['caddy', 'postgres', 'redis']
const services = ['web', 'webhook-ingest', 'scheduler-worker']
const ours = ['check', 'settings', 'roles', 'migrate', ...dataServers, ...services]
const volume = `${project}_postgres`
const newer = '9999-contract-after-9998-names'
let rightKey = ''

interface Mistake extends Refusal {
  make: () => Promise<unknown>
  mend: () => Promise<unknown>
}

/** Before anything has run. */
const early: Record<string, Mistake> = {
  'without .env': {
    make: async () => renameSync(place('.env'), place('.env.kept')),
    mend: async () => renameSync(place('.env.kept'), place('.env')),
    // Compose names the first one it finds, in no fixed order.
    says: /\w+ is missing a value: run sh infra\/prepare\.sh/,
  },
  'with a setting that cannot be used': {
    make: async () => setEnv({ PUBLIC_URL: 'nights.example.org' }),
    mend: async () => setEnv({ PUBLIC_URL: publicUrl }),
    step: 'settings',
    says: /^PUBLIC_URL: "nights\.example\.org" is not an address .+\.$/,
    mayRun: dataServers,
  },
  'with an empty secret': {
    async make() {
      rightKey = readFileSync(key, 'utf8')
      writeFileSync(key, '\n')
    },
    mend: async () => writeFileSync(key, rightKey),
    step: 'check',
    says: /^secrets\/secret-keys is empty: .+\.$/,
  },
  'on a volume of another PostgreSQL': {
    async make() {
      // PostgreSQL may have filled it beside a step that failed. As Compose would make it:
      await docker('volume', 'rm', '--force', volume)
      const labels = [`com.docker.compose.project=${project}`, 'com.docker.compose.volume=postgres']
      await docker('volume', 'create', ...labels.flatMap(label => ['--label', label]), volume)
      const image = pinnedImages(session.source)['postgres'] ?? ''
      const inside = ['--user', 'root', '--volume', `${volume}:/v`, '--entrypoint', 'sh']
      const write = 'mkdir -p /v/17/docker && echo 17 >/v/17/docker/PG_VERSION'
      await docker('run', '--rm', ...inside, session.standIns[image] ?? image, '-c', write)
    },
    mend: () => docker('volume', 'rm', volume),
    step: 'check',
    says: /^The volume holds data of PostgreSQL 17, and this version runs PostgreSQL 18: .+\.$/,
  },
}

/** At an installation with a household. */
const late: Record<string, Mistake> = {
  'with a database of a newer version': {
    async make() {
      await query(installation, `insert into kysely_migration values ('${newer}', '')`)
      await compose('rm', '--stop', '--force', ...ours)
    },
    async mend() {
      await compose('up', '--detach', '--wait', 'postgres')
      await query(installation, `delete from kysely_migration where name = '${newer}'`)
    },
    step: 'migrate',
    says: /^The database belongs to a newer version of Night Routine: .+\.$/,
    mayRun: dataServers,
  },
  'with a key that opens nothing': {
    async make() {
      writeFileSync(key, `${'0123456789abcdef'.repeat(4)}\n`)
      await compose('rm', '--stop', '--force', ...ours)
    },
    mend: async () => writeFileSync(key, rightKey),
    step: 'migrate',
    says: /^SECRET_KEYS \(secrets\/secret-keys\) decrypts nothing .+\. Put the old key back; .+\.$/,
    mayRun: dataServers,
  },
}

function proveRefusals(mistakes: Record<string, Mistake>): void {
  for (const [name, { make, mend, ...refusal }] of Object.entries(mistakes))
    proof(name, async t => {
      await make()
      const said = await refused(t, refusal)
      await mend()
      return said
    })
}

proveRefusals(early)

proof('once all is right it starts', async () => {
  await installation.up()
  await familyWithCalendar(installation)
  await settled(installation)
})

proveRefusals(late)

proof('a key that is lost can be replaced, and a parent connects the calendar again', async t => {
  await installation.up()
  const home = await familyWithCalendar(installation)
  await compose('rm', '--stop', '--force', ...ours)
  rmSync(key)
  await shell('sh infra/prepare.sh')
  await runDocumented('ACCEPT_LOST_KEY=true docker compose up -d')
  await waitFor('the request to reconnect', async () =>
    (await home.visitor.page('/').catch(() => '')).includes('asks you to reconnect'),
  )
  await home.visitor.signIn('alex@example.com', '/auth?intent=reconnect')
  const [, , night] = await home.events(30)
  await home.editTitle(night?.start.date ?? '', '[Nina]')
  await waitFor('the name in the plan', async () =>
    (await readPlan(installation)).some(line => line.includes('Nina')),
  )
  t.match(await home.visitor.page('/'), 'Nina')
})
