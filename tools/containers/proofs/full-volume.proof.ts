// A volume is full until an operator makes room. The volumes are small file systems in memory.
import { waitFor } from '@night-routine/servers'
import { familyLife, patienceSeconds } from '../src/family/family-life.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { standardServices } from '../src/installation/installation.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'

const volume = (megabytes: number) => ({
  driver_opts: { type: 'tmpfs', device: 'tmpfs', o: `size=${megabytes}m,mode=1777` },
})
const { redis = '' } = pinnedImages(session.source)
const installation = await install({
  name: 'full',
  env: { COMPOSE_PROFILES: 'vault' },
  onTop: {
    services: {
      // Fills the volumes, and keeps their content while the container of a server is restarted.
      filler: {
        image: session.standIns[redis] ?? redis,
        user: 'root',
        command: ['sleep', 'infinity'],
        init: true,
        network_mode: 'none',
        volumes: ['postgres', 'vault-files'].map(name => ({
          type: 'volume',
          source: name,
          target: `/volumes/${name}`,
          volume: { nocopy: true },
        })),
      },
    },
    volumes: { postgres: volume(300), 'vault-files': volume(16) },
  },
})
const { compose, shell } = installation
await installation.up(...standardServices, 'publisher', 'vault', 'filler')
const home = await familyWithCalendar(installation)
const life = familyLife(installation, home)

const fill = (name: string) =>
  inFiller(`dd if=/dev/zero of=/volumes/${name}/filling bs=64k || true`)
const makeRoom = (name: string) => inFiller(`rm /volumes/${name}/filling`)
const inFiller = (script: string) => compose('exec', '-T', 'filler', 'sh', '-c', script)

proof(
  'PostgreSQL without space: decisions are refused until there is room, and none is lost',
  async t => {
    await life.book()
    await life.agree()
    await fill('postgres')
    let accepted = 0
    const refusal = await waitFor('a booking that is refused', async () => {
      const status = await life.tryToBook().catch(() => 0)
      if (status === 200) accepted += 1
      return status !== 200 && status
    })
    t.equal(refusal, 503)
    t.match(await shell('docker compose logs postgres'), 'No space left on device')
    await makeRoom('postgres')
    const { seconds } = await timed(async () => {
      await waitFor('a booking', async () => (await life.tryToBook()) === 200, patienceSeconds)
      await life.edit()
      await life.agree()
    })
    return `refused after ${accepted} bookings; a booking and an edit ${seconds} s after there was room`
  },
)

proof(
  'the vault without space: the settings say so, and the site follows once there is room',
  async t => {
    await home.publish()
    const path = await home.sitePath()
    const published = (title: string) => async () => {
      const answer = await home.visitor.send(`${path}calendar.ics`)
      return (await answer.text()).includes(title)
    }
    await waitFor('the published site', published(await life.book()))
    await fill('vault-files')
    const unpublished = await life.book()
    await waitFor('the settings page that says so', async () =>
      (await home.visitor.page('/settings/sharing')).includes('no room left'),
    )
    t.notOk(await published(unpublished)())
    await makeRoom('vault-files')
    const next = await life.book()
    const { seconds } = await timed(() =>
      waitFor('the published site', published(next), patienceSeconds),
    )
    await life.agree()
    return `published ${seconds} s after the next decision`
  },
)
