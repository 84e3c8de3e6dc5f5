import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Control } from '@night-routine/google-emulator'
import { waitFor } from '@night-routine/servers'
import { openDatabaseSession, psqlOptions } from './database-session.ts'
import { createInstallation } from '../installation/installation.ts'
import type { Session } from '../engine/session.ts'
import { builtServices } from '../engine/stand-ins.ts'
import { waitUntilHealthy } from '../family/trouble.ts'
import type { MovedClock } from './clock.ts'
import type { Family, NightEvent, ParentId, Trouble } from './family.ts'
import { nextTag, nodeOptionsOf, otherTag, sizesOfVolumes } from './images.ts'

type Rule = Parameters<Control['fail']>[0]

const calendar = 'family'
const emails = { a: 'alex@example.com', b: 'robin@example.com' }
const ours = ['web', 'webhook-ingest', 'scheduler-worker', 'backup']

/** A family on Docker Compose, with the Google emulator; it is signed in and has a calendar. */
export async function familyOnCompose(session: Session, clock: MovedClock): Promise<Family> {
  const volumes = [`${clock.folder}:${clock.mounted}:ro`]
  const environment = {
    ...clock.nodeEnv,
    NODE_OPTIONS: `${nodeOptionsOf(session)} ${clock.nodeEnv['NODE_OPTIONS']}`,
    SWEEP_SECONDS: '1',
  }
  const installation = await createInstallation(session, {
    name: 'years',
    env: { TIME_ZONE: 'Europe/Paris', COMPOSE_PROFILES: 'backup' },
    onTop: {
      services: {
        ...Object.fromEntries(
          builtServices(session.source).map(name => [name, { environment, volumes }]),
        ),
        postgres: { environment: clock.env, volumes },
      },
    },
  })
  const { compose, docker, folder, project, setEnv, shell, tryShell } = installation
  for (const image of ['web', 'webhook-ingest', 'scheduler-worker', 'operations'])
    await otherTag(session, `${session.images.prefix}/${image}:${session.images.tag}`, docker)
  await installation.up(...ours, 'caddy')
  const control = await installation.control()
  await control.setClock(clock.now())
  const people = { a: await installation.visitor(), b: await installation.visitor() }
  const signIn = async (parent: ParentId, path?: string) => {
    await control.setClock(clock.now())
    await people[parent].signIn(emails[parent], path)
  }
  await waitFor('the sign-in', async () => {
    try {
      await signIn('a')
      return true
    } catch (error) {
      // The proxy may still be fetching its certificate.
      if (error instanceof TypeError) return false
      throw error
    }
  })
  // Before Robin comes, whose account would else be the one that is connected.
  await people.a.form('/calendars/select', { calendar_id: calendar })
  await signIn('b')
  for (const parent of ['a', 'b'] as const) await people[parent].form('/you/parent', { parent })

  const container = (service: string) => `${project}-${service}-1`
  const psql = ['psql', '--username=night_routine', '--dbname=night_routine', ...psqlOptions]
  const database = openDatabaseSession(
    ['docker', 'exec', '--interactive', container('postgres'), ...psql],
    session.engineEnv,
  )
  const nights = async () =>
    (await control.events(calendar)).filter(
      ({ status, summary }) => status !== 'cancelled' && summary?.includes('🌃'),
    )

  const ready = async () => {
    await waitUntilHealthy(installation)
    const broken = await database.query('select 1 from oauth_token where broken_at is not null')
    if (broken.length > 0) await signIn('a', '/auth?intent=reconnect')
  }

  const restarts = (kind: 'restart' | 'kill', service: string): Trouble => ({
    kind,
    name: service,
    async run() {
      if (service === 'postgres') await database.close()
      if (kind === 'restart') return docker('restart', container(service))
      await docker('kill', '--signal=KILL', container(service))
      return shell('docker compose up -d')
    },
  })
  const refusal = (name: string, rule: Omit<Rule, 'path'>): Trouble => ({
    kind: 'refusal',
    name: `Google: ${name}`,
    run: () => control.fail({ ...rule, path: '^/calendar/' }),
    end: () => control.clearFaults(),
  })
  async function restartWithKeys(change: (present: string) => string) {
    const path = join(folder, 'secrets/secret-keys')
    const keys = change(readFileSync(path, 'utf8').trim())
    writeFileSync(`${path}.new`, `${keys}\n`, { mode: 0o644 })
    renameSync(`${path}.new`, path)
    await shell('docker compose restart web scheduler-worker')
  }
  let tag = session.images.tag
  let isAway = false
  const troubles: Trouble[] = [
    restarts('restart', 'scheduler-worker'),
    refusal('401', { status: 401 }),
    {
      kind: 'outage',
      name: 'Google is away',
      run() {
        isAway = true
        return docker('stop', container('google-emulator'))
      },
      async end() {
        await docker('start', container('google-emulator'))
        isAway = false
        await waitFor('the emulator', () =>
          control.setClock(clock.now()).then(
            () => true,
            () => false,
          ),
        )
      },
    },
    restarts('kill', 'web'),
    {
      kind: 'key rotation',
      name: 'Compose',
      async run() {
        await restartWithKeys(old => `${randomBytes(32).toString('hex')},${old}`)
        await shell('docker compose run --rm migrate node dist/main.js keys --rotate')
        await restartWithKeys(both => both.split(',')[0] ?? '')
      },
    },
    refusal('429', { status: 429, retryAfterSeconds: 30 }),
    {
      kind: 'upgrade',
      name: 'Compose: backup, IMAGE_TAG, docker compose up -d',
      async run() {
        await shell('docker compose run --rm backup node dist/main.js backup')
        tag = tag === nextTag ? session.images.tag : nextTag
        setEnv({ IMAGE_TAG: tag })
        await shell('docker compose up -d')
      },
    },
    restarts('kill', 'postgres'),
    refusal('500', { status: 500 }),
    {
      kind: 'restart',
      name: 'everything',
      async run() {
        await database.close()
        await compose('restart', ...ours, 'postgres', 'redis', 'caddy')
      },
    },
    restarts('kill', 'redis'),
    refusal('403', { status: 403, reason: 'rateLimitExceeded' }),
    restarts('restart', 'webhook-ingest'),
    restarts('kill', 'scheduler-worker'),
    restarts('restart', 'postgres'),
  ]

  return {
    name: 'compose',
    people,
    signIn,
    query: database.query,
    events: async () =>
      (await nights())
        .map(({ start, summary = '' }): NightEvent => ({ date: start.date ?? '', title: summary }))
        .toSorted((one, two) => (one.date < two.date ? -1 : 1)),
    async editEvent(night, edit) {
      const event = (await nights()).find(({ start }) => start.date === night)
      if (event === undefined) throw new Error(`there is no event on ${night}`)
      if (edit === 'delete') return control.removeEvent(calendar, event.id)
      const { title, date } = edit
      const day = date === undefined ? undefined : Temporal.PlainDate.from(date)
      await control.editEvent(calendar, event.id, {
        ...(title !== undefined && { summary: title }),
        ...(day && {
          start: { date: day.toString() },
          end: { date: day.add({ days: 1 }).toString() },
        }),
      })
    },
    async clockMoved() {
      if (!isAway) await control.setClock(clock.now())
    },
    troubles,
    containers: async () =>
      Object.fromEntries(
        [...ours, 'postgres', 'redis', 'caddy'].map(name => [name, container(name)]),
      ),
    ready,
    doctor: async () => (await tryShell('docker compose run --rm doctor')).stdout,
    async sizes() {
      const wanted = { postgres: '', backups: '', redis: '' }
      const its = Object.keys(wanted).map(name => [name, `${project}_${name}`])
      const found = { docker, volumes: Object.fromEntries(its), inside: '*' }
      const script = `REDISCLI_AUTH="$(cat /run/secrets/redis_password)" valkey-cli info memory`
      const info = await docker('exec', container('redis'), 'sh', '-c', script)
      const used = Number(/^used_memory:(\d+)/m.exec(info)?.[1]) / 1024
      return { ...(await sizesOfVolumes(session, found)), 'redis memory': Math.round(used) }
    },
    async close() {
      await database.close()
      await installation.remove()
    },
  }
}
