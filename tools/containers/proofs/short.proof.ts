// What CI runs: the Compose file is accepted with every combination of profiles, every image is built, and a
// family signs in and finds its calendar filled.
import { buildImages } from '../src/engine/build-images.ts'
import { readContainers, readServices } from '../src/installation/containers.ts'
import { createHome } from '../src/installation/home.ts'
import { measureHome } from '../src/installation/home-memory.ts'
import { family } from '../src/family/household.ts'
import { measureMemory } from '../src/installation/memory.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'

const installation = await install({ name: 'short' })
const { compose } = installation

const profiles = ['vault', 'observability', 'backup', 'doctor', 'people', 'calendar']
const combinations = Array.from({ length: 2 ** profiles.length }, (_, bits) =>
  profiles.filter((_profile, index) => (bits & (1 << index)) !== 0),
)

proof('docker compose accepts the file with every combination of profiles', async () => {
  for (const names of combinations)
    await compose(...names.flatMap(name => ['--profile', name]), 'config', '--quiet')
  return `${combinations.length} combinations`
})

const skip = session.images.built ? undefined : `the images of ${session.images.prefix} are proved`
proof(
  'every image builds',
  async () => {
    const { seconds, value } = await timed(() => buildImages(session, installation))
    return `${seconds} s; ${value.map(({ name, megabytes }) => `${name} ${megabytes} MB`).join(', ')}`
  },
  { skip },
)

proof('every container becomes healthy', async t => {
  const { seconds } = await timed(() => installation.up())
  const ps = await compose(
    'ps',
    '--all',
    '--format',
    '{{.Service}} {{.State}} {{.Health}} {{.ExitCode}}',
  )
  t.match(ps, /migrate exited +0/)
  for (const service of ['web', 'webhook-ingest', 'scheduler-worker', 'postgres', 'redis', 'caddy'])
    t.match(ps, `${service} running healthy`)
  return `${seconds} s`
})

proof('a sign-in leads to a filled calendar, through the proxy over HTTPS', async t => {
  const { seconds, value } = await timed(async () => {
    const home = await family(installation)
    await home.signIn()
    await home.selectCalendar()
    return home.events(30)
  })
  t.equal(new Set(value.map(({ start }) => start.date)).size, value.length, 'one event a night')
  t.match(value[0]?.summary, /^\[\w+\] 🌃👶Routine$/u)
  return `${value.length} nights in ${seconds} s`
})

proof('with a filled calendar, its containers take this memory', async t => {
  const ours = await readServices(installation)
  const running = (await readContainers(installation)).filter(
    ({ service, state }) => state.Running && ours[service] !== undefined,
  )
  const memory = await measureMemory(installation, running)
  const parts = running.map(({ service, name }) => ({ service, mib: memory.get(name) ?? NaN }))
  const total = parts.reduce((sum, { mib }) => sum + mib, 0)
  t.ok(total > 0)
  return `${total} MiB: ${parts.map(({ service, mib }) => `${service} ${mib}`).join(', ')}`
})

proof(
  'at home, one container becomes ready on an empty volume, and asks for the set-up code',
  async t => {
    const home = await createHome(session, 'short-home')
    t.teardown(() => home.remove())
    await home.start()
    const seconds = await home.ready()
    t.match(await home.visitor().page('/'), '<html')
    t.match(await home.log(), /set-up code \S+/)
    return `${seconds} s; ${await measureHome(home)} MiB`
  },
)
