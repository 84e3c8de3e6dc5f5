// A stopped container exits gracefully, and no request is lost while the copies of a service are replaced.
import { familyLife } from '../src/family/family-life.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { startLoad } from '../src/installation/load.ts'
import { answersOfCopies } from '../src/installation/metrics.ts'
import { install, proof, timed } from '../src/proof/proof.ts'
import { readNights } from '../src/family/plan.ts'
import { waitUntilHealthy } from '../src/family/trouble.ts'

const services = [
  'web',
  'webhook-ingest',
  'scheduler-worker',
  'publisher',
  'vault',
  'backup',
  'prometheus',
  'redis',
  'postgres',
  'caddy',
]

const installation = await install({
  name: 'stop',
  env: { COMPOSE_PROFILES: 'vault,backup,observability' },
})
const { compose, docker, project, shell } = installation
await installation.up(...services)
const home = await familyWithCalendar(installation)
await home.publish()
const life = familyLife(installation, home)
await life.agree()

proof('every container exits within its grace period, even while it works', async t => {
  const config = JSON.parse(await compose('config', '--format', 'json')) as {
    services: Record<string, { stop_grace_period?: string }>
  }
  const figures: string[] = []
  for (const service of services) {
    await life.book()
    const { seconds } = await timed(() => shell(`docker compose stop ${service}`))
    const format = '{{.State.ExitCode}}'
    const code = (await docker('inspect', '--format', format, `${project}-${service}-1`)).trim()
    t.equal(code, '0', `${service} ended with ${code}`)
    const grace = secondsOf(config.services[service]?.stop_grace_period ?? '10s')
    t.ok(Number(seconds) < grace, `${service} took ${seconds} s of ${grace} s`)
    figures.push(`${service} ${seconds} s`)
    await installation.up(...services)
  }
  await life.agree()
  return figures.join(', ')
})

// Caddy before 2.11.2 loses the body of a request that it sends again: caddyserver/caddy#7546.
const caddy = (await compose('exec', '-T', 'caddy', 'caddy', 'version')).trim()
const losesBodies = isBefore(caddy, [2, 11, 2])
const { visitor } = home
const read = () => visitor.send('/')

nothingLost('page', 'web', async () => [read, read, read])
nothingLost('notification', 'webhook-ingest', async () => {
  const channels = await (await installation.control()).channels()
  const { headers = {} } = channels.find(({ stopped }) => !stopped) ?? {}
  const notify = () => visitor.send('/api/webhook/calendar', { method: 'POST', headers })
  return [notify, notify]
})
nothingLost(
  'decision',
  'web',
  async () => {
    // A night that the family itself does not change.
    const [, night] = await readNights(installation)
    const decide = () =>
      visitor.json('/api/assignment-babysitter', {
        assignment_id: night?.id,
        babysitter_name: 'Kim',
      })
    return [read, decide]
  },
  losesBodies
    ? `this is Caddy ${caddy}, which loses the body of a request that it sends again`
    : undefined,
)

/** Replaces both copies of a service while requests come all the time. */
function nothingLost(
  what: string,
  service: string,
  requests: () => Promise<(() => Promise<Response>)[]>,
  skip?: string,
): void {
  proof(
    `no ${what} is lost while two copies of ${service} are replaced`,
    async t => {
      await shell(
        'docker compose up -d --scale web=2 --scale webhook-ingest=2 --scale scheduler-worker=2',
      )
      await waitUntilHealthy(installation)
      const load = startLoad(await requests())
      const { seconds } = await timed(() =>
        shell(`docker compose up -d --no-deps --force-recreate --scale ${service}=2 ${service}`),
      )
      await waitUntilHealthy(installation)
      const { answered, dropped, slowestMs } = await load.stop()
      t.same(dropped, {})
      const shares = await answersOfCopies(installation, service, 2)
      t.ok(Math.min(...shares) > 0, `both new copies answer: ${shares.join(' and ')}`)
      await life.agree()
      const slowest = (slowestMs / 1000).toFixed(1)
      return `${answered} requests, replaced in ${seconds} s, the slowest waited ${slowest} s`
    },
    { skip },
  )
}

function isBefore(version: string, wanted: readonly number[]): boolean {
  const numbers = version.match(/\d+/g)?.map(Number) ?? []
  const differing = wanted.findIndex((number, index) => number !== numbers[index])
  return differing !== -1 && (numbers[differing] ?? 0) < (wanted[differing] ?? 0)
}

/** `1m30s` as Compose writes it. */
function secondsOf(duration: string): number {
  const [, minutes = '0', seconds = '0'] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(duration) ?? []
  return Number(minutes) * 60 + Number(seconds)
}
