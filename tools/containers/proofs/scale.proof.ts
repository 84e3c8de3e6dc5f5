// Two copies of web, webhook-ingest and scheduler-worker share the requests and make one plan.
import { waitFor } from '@night-routine/servers'
import { familyLife } from '../src/family/family-life.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { answersOfCopies } from '../src/installation/metrics.ts'
import { notificationHeaders } from '../src/installation/notify.ts'
import { install, proof, timed } from '../src/proof/proof.ts'
import { waitUntilHealthy } from '../src/family/trouble.ts'

const scaled =
  'docker compose up -d --scale web=2 --scale webhook-ingest=2 --scale scheduler-worker=2'

const installation = await install({ name: 'scale' })
const { docker, project, shell } = installation
await installation.up()
const home = await familyWithCalendar(installation)
const life = familyLife(installation, home)
const control = await installation.control()
await shell(scaled)
await waitUntilHealthy(installation)

const requests = 60
const sendTo = {
  web: () => home.visitor.send('/'),
  'webhook-ingest': async () =>
    home.visitor.send('/api/webhook/calendar', {
      method: 'POST',
      headers: await notificationHeaders(control),
    }),
}

for (const [service, send] of Object.entries(sendTo))
  proof(`both copies of ${service} answer`, async t => {
    const before = await answersOfCopies(installation, service, 2)
    const statuses = new Set<number>()
    for (let count = 0; count < requests; count += 1) {
      const answer = await send()
      await answer.text()
      statuses.add(answer.status)
    }
    t.same([...statuses], [200])
    const after = await answersOfCopies(installation, service, 2)
    const shares = after.map((count, index) => count - (before[index] ?? 0))
    for (const share of shares) t.ok(share >= requests / 4, `${share} of ${requests}`)
    return `${requests} requests, one after the other: ${shares.join(' and ')}, health checks included`
  })

proof(
  'bookings, edits and syncs at once, each notified twice, make one plan with one event a night',
  async () => {
    await control.notifications({ mode: 'duplicate' })
    const { seconds } = await timed(async () => {
      const atOnce = [0, 1, 2, 3, 4].map(async () => {
        await Promise.all([life.book(), life.edit(), home.visitor.form('/sync', {})])
      })
      await Promise.all(atOnce)
      await life.agree()
    })
    await control.notifications({ mode: 'deliver' })
    return `5 of each in ${seconds} s`
  },
)

proof('a worker that is killed at work is replaced by the other one', async t => {
  const [one, other] = [`${project}-scheduler-worker-1`, `${project}-scheduler-worker-2`]
  // Only the first one can take the work, and the calendar keeps it waiting.
  await docker('pause', other)
  await control.clearRequests()
  await control.delay({ path: '/events', milliseconds: 10_000 })
  await life.book()
  await waitFor('a call of the first worker', async () =>
    (await control.requests()).some(({ status }) => status === null),
  )
  await docker('kill', one)
  await control.clearFaults()
  await docker('unpause', other)
  const { seconds } = await timed(() => life.agree())
  t.equal((await docker('inspect', '--format={{.State.Running}}', one)).trim(), 'false')
  await life.book()
  await life.edit()
  await life.agree()
  return `its work was done ${seconds} s later`
})
