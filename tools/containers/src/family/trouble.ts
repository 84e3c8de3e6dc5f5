import { waitFor } from '@night-routine/servers'
import { patienceSeconds, type FamilyLife } from './family-life.ts'
import type { Household } from './household.ts'
import type { Installation } from '../installation/installation.ts'

export interface Trouble {
  /** The service that is gone for a while. */
  service: string
  /** Whether its container stays while something in it fails. */
  containerStays?: boolean
  /** What happens to it. */
  begin: () => Promise<unknown>
  /** What an operator then does; undefined if Docker restarts the container. */
  repair?: () => Promise<unknown>
  /** Runs while the service is gone, after the edit in the calendar. */
  meanwhile?: () => Promise<unknown>
  /** Whether the calendar's notification is lost meanwhile, and only the next one brings the edit. */
  losesNotification?: boolean
}

/**
 * Books a night, lets the trouble begin, edits the calendar in its midst, and waits until the service is
 * healthy, the page is answered, the edit is followed, and nothing is lost.
 *
 * @returns the seconds that each took, counted from the repair, or from the trouble where none is needed
 */
export async function goThrough(
  { service, containerStays = false, begin, meanwhile, repair, losesNotification = false }: Trouble,
  { installation, home, life }: { installation: Installation; home: Household; life: FamilyLife },
): Promise<string> {
  await life.book()
  await life.agree()
  const { startedAt: before } = await containerState(installation, service)
  let waitStart = performance.now()
  await begin()
  await life.edit()
  await meanwhile?.()
  if (repair) {
    waitStart = performance.now()
    await repair()
  }
  const since = async (what: string, ask: () => Promise<boolean>) => {
    await waitFor(what, ask, patienceSeconds)
    return ((performance.now() - waitStart) / 1000).toFixed(1)
  }
  const [healthy, page, followed] = await Promise.all([
    since(`${service} is healthy again`, async () => {
      const { health, startedAt } = await containerState(installation, service)
      const isNew = startedAt !== before
      return isNew !== containerStays && (health === 'healthy' || health === 'none')
    }),
    since('the page is answered', () => isAnswered(home)).then(async seconds => {
      if (losesNotification) await life.edit()
      return seconds
    }),
    since('the edit is followed', () => life.isFollowed().catch(() => false)),
  ])
  await life.agree()
  return `healthy after ${healthy} s, page after ${page} s, edit followed after ${followed} s`
}

async function isAnswered({ visitor }: Household): Promise<boolean> {
  try {
    const answer = await visitor.send('/', { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    // No connection, or no answer yet.
    return false
  }
}

/** When the container of a service started last, and its health: `none` for one without a health check. */
async function containerState({ docker, project }: Installation, service: string) {
  const format =
    '{{.State.StartedAt}} {{.State.Running}} {{if .State.Health}}{{.State.Health.Status}}{{else}}none{{end}}'
  const state = await docker('inspect', '--format', format, `${project}-${service}-1`)
  const [startedAt = '', running, health = ''] = state.trim().split(' ')
  return { startedAt, health: running === 'true' ? health : 'stopped' }
}

/** Waits until every running container of the installation is healthy, however many copies there are. */
export async function waitUntilHealthy({ docker, project }: Installation): Promise<void> {
  const filter = `label=com.docker.compose.project=${project}`
  await waitFor(
    'every container is healthy',
    async () =>
      !/unhealthy|starting/.test(await docker('ps', '--filter', filter, '--format={{.Status}}')),
    patienceSeconds,
  )
}
