// docs/recovery.md, run as it stands: a database that its host put back, and a new key. from-nothing.proof.ts restores
// backups, and services/operations/test/drill knows what is learned from the calendar then.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { documented } from '../src/proof/documented.ts'
import { family } from '../src/family/household.ts'
import { readPlan, settled } from '../src/family/plan.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'

const installation = await install({ name: 'recovery', env: { COMPOSE_PROFILES: 'vault,backup' } })
const { compose, docker, folder, project, shell } = installation
const runDocumented = documented(installation)
const services = ['web', 'webhook-ingest', 'scheduler-worker', 'publisher', 'vault']
await installation.up('caddy', ...services, 'backup')
const home = await family(installation)
/** What people know of their nights, in the plan and in the calendar, once nothing is left to do. */
async function known() {
  await settled(installation)
  const events = (await home.events()).map(
    ({ id, start, summary }) => `${start.date} ${id} ${summary}`,
  )
  return { plan: await readPlan(installation), events }
}

proof('a first backup is made at the start', async t => {
  const FILE = await waitFor(
    'the first backup',
    async () =>
      /\/data\/(\S+\.backup)/.exec(await runDocumented('docker compose logs backup'))?.[1],
  )
  const check = 'docker compose run --rm backup node dist/main.js check /data/FILE'
  t.match(await runDocumented(check, { FILE }), 'is whole')
  await home.signIn()
  await home.selectCalendar()
  await home.events(30)
})

proof('PostgreSQL is put back to a point in time by its host', async t => {
  await shell('docker compose stop postgres')
  await copyVolume(`${project}_postgres`, `${project}_snapshot`)
  const takenAt = Temporal.Now.instant().toString({ smallestUnit: 'second' })
  await startAgain()
  const before = await liveOn(10, ['Noa', 'Ole'])
  await emptyDatabase()
  await copyVolume(`${project}_snapshot`, `${project}_postgres`)
  await docker('volume', 'rm', `${project}_snapshot`)
  const { seconds } = await timed(async () => {
    await runDocumented(
      'docker compose run --rm migrate node dist/main.js restored 2026-11-20T18:00:00Z',
      { '2026-11-20T18:00:00Z': takenAt },
    )
    await startAgain()
    await known()
  })
  const after = await known()
  t.same(after, before)
  t.match(after.plan.join('\n'), /Noa locked[^]*Ole locked/)
  return `${after.events.length} events identical, ${seconds} s`
})

proof('a new key takes over, and the old one can be removed', async t => {
  const path = join(folder, 'secrets/secret-keys')
  const old = readFileSync(path, 'utf8').trim()
  const key = (await shell('openssl rand -hex 32')).trim()
  const { seconds } = await timed(async () => {
    await restartWithKeys(`${key},${old}`)
    const rotated = await runDocumented(
      'docker compose run --rm migrate node dist/main.js keys --rotate',
    )
    t.match(rotated, /^Key 2 .* is no longer needed/m)
    await restartWithKeys(key)
  })
  const use = await runDocumented('docker compose run --rm migrate node dist/main.js keys')
  t.notMatch(use, /Key 2|No key/, 'the new key alone opens everything')
  const after = await liveOn(3, ['Pia', 'Rui'])
  t.match(after.plan.join('\n'), /Pia locked[^]*Rui locked/, 'the calendar works')
  return `${seconds} s`
})

/** Two changes that people make: one on a page, one in the calendar. */
async function liveOn(days: number, names: readonly [string, string]): ReturnType<typeof known> {
  // A restore ends every session.
  await home.signIn()
  const nights = await home.events(30)
  const date = (ahead: number) => nights[ahead]?.start.date ?? ''
  await home.book(date(days), names[0])
  await home.editTitle(date(days + 1), `[${names[1]}]`)
  await waitFor(`${names[1]} in the plan`, async () =>
    (await readPlan(installation)).some(night => night.includes(names[1])),
  )
  return known()
}

/** Stops the services and removes what PostgreSQL holds, as the page says it. */
async function emptyDatabase() {
  await runDocumented('docker compose stop web webhook-ingest scheduler-worker publisher vault')
  await runDocumented('docker compose rm --stop --force check roles postgres')
  await runDocumented('docker volume rm night-routine_postgres', { 'night-routine': project })
}

async function startAgain() {
  await shell('docker compose up -d')
  await waitFor('every container to be healthy', async () => {
    const ps = await compose('ps')
    return !/starting|unhealthy|Restarting/.test(ps)
  })
}

/** Copies a volume as a host does with a disk; nothing may run on either. */
async function copyVolume(from: string, to: string) {
  const pinned = pinnedImages(session.source)['postgres'] ?? ''
  const image = session.standIns[pinned] ?? pinned
  const mounts = ['--volume', `${from}:/from:ro`, '--volume', `${to}:/to`]
  const copy = ['--user', 'root', '--entrypoint', 'cp', image, '--archive', '/from/.', '/to']
  await docker('run', '--rm', ...mounts, ...copy)
}

/** Writes the keys as an editor does: replaces the file. */
async function restartWithKeys(keys: string) {
  const path = join(folder, 'secrets/secret-keys')
  writeFileSync(`${path}.new`, `${keys}\n`, { mode: 0o644 })
  renameSync(`${path}.new`, path)
  await runDocumented('docker compose restart web scheduler-worker publisher vault')
}
