// PostgreSQL or Redis is stopped for a while, as for maintenance, and started again.
import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '@night-routine/servers'
import { familyLife, patienceSeconds } from '../src/family/family-life.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { install, proof, timed } from '../src/proof/proof.ts'
import { goThrough } from '../src/family/trouble.ts'

const installation = await install({ name: 'away' })
const { shell } = installation
await installation.up()
const home = await familyWithCalendar(installation)
const life = familyLife(installation, home)

proof('PostgreSQL stopped: pages say so, and work again when it is back', async t =>
  goThrough(
    {
      service: 'postgres',
      begin: () => shell('docker compose stop postgres'),
      async meanwhile() {
        const answer = await home.visitor.send('/')
        t.equal(answer.status, 503)
        t.match(await answer.text(), /database/i)
      },
      repair: () => shell('docker compose start postgres'),
    },
    { installation, home, life },
  ),
)

proof('Redis stopped: decisions and edits are followed without it', async () => {
  await shell('docker compose stop redis')
  const { seconds } = await timed(async () => {
    await life.book()
    await life.edit()
    await waitFor('the edit is followed', () => life.isFollowed(), patienceSeconds)
    await life.agree()
  })
  return `a booking and an edit in ${seconds} s`
})

proof('Redis started again: wake-ups are quick as before', async t => {
  await shell('docker compose start redis')
  // The services look for Redis once a second, and a booking that comes sooner waits for the sweep.
  await waitFor('the connections', async () => {
    const { checks } = await home.visitor.read<{ checks: { queue: string } }>('/readyz')
    return checks.queue === 'ok'
  })
  await sleep(2_000)
  await life.book()
  const { seconds } = await timed(() => life.agree())
  t.ok(Number(seconds) < 15, `${seconds} s`)
  return `a booking is in the calendar after ${seconds} s`
})
