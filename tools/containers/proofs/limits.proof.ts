// How much memory and how many processes a container takes and may take, and what happens when it wants more.
import { waitFor } from '@night-routine/servers'
import { readContainers } from '../src/installation/containers.ts'
import { startEverything } from '../src/installation/everything.ts'
import { addToProgram, runInside, startTooMany, takeMemory } from '../src/installation/exceed.ts'
import { family } from '../src/family/household.ts'
import { lookInside } from '../src/installation/look-inside.ts'
import { measureMemory } from '../src/installation/memory.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'

const env = { COMPOSE_PROFILES: 'vault,backup,observability,doctor' }
const installation = await install({ name: 'limits', env })
const { containers, services } = await startEverything(session, installation)
const home = await family(installation)
await home.signIn()

const limits = (service: string) => services[service]?.deploy.resources.limits
const ours = containers.filter(({ service }) => services[service]?.build)
const others = containers.filter(({ service }) => !services[service]?.build)
const servers = containers.filter(({ name }) => !name.includes('-waiting-'))
/** When each container started; a restart changes it. */
const starts = async () =>
  (await readContainers(installation))
    .filter(({ state }) => state.Running)
    .map(({ name, state }) => `${name} ${state.StartedAt}`)
    .toSorted()

proof('memory while nothing happens, and while a family changes everything at once', async () => {
  const idle = await measureMemory(installation, servers)
  await home.selectCalendar()
  await home.publish()
  const nights = await home.events(30)
  const end = new AbortController()
  const storm = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !end.signal.aborted; turn++) await work(turn)
  }
  const storms = [
    storm(async turn => {
      const date = nights[turn % nights.length]?.start.date ?? ''
      await home.editTitle(date, `[${turn % 2 === 0 ? 'Alex' : 'Robin'}] 🌃👶Routine`)
    }),
    storm(() => home.visitor.page('/')),
    storm(() => home.visitor.form('/sync', {})),
  ]
  const samples: Map<string, number>[] = []
  while (samples.length < 6) samples.push(await measureMemory(installation, servers))
  end.abort()
  await Promise.all(storms)
  const figures = servers.map(({ name, service }) => {
    const most = Math.max(...samples.map(sample => sample.get(name) ?? 0))
    return `${service} ${idle.get(name)} and ${most}`
  })
  return `MiB idle and at work: ${figures.join(', ')}`
})

proof('the limits in force are those of docker-compose.yml', async t => {
  for (const container of containers) {
    const { service } = container
    const { memoryLimit, processLimit } = await lookInside(session, installation, container)
    t.equal(memoryLimit, Number(limits(service)?.memory), service)
    t.equal(processLimit, limits(service)?.pids, service)
  }
  const all = containers.map(({ service }) => {
    const { memory, pids } = limits(service) ?? {}
    return `${service} ${Number(memory) / 2 ** 20} MiB ${pids} processes`
  })
  return all.join(', ')
})

proof('a process that wants more memory is killed, and its container keeps running', async t => {
  const before = await starts()
  for (const { service } of ours)
    t.equal((await runInside(installation, service, takeMemory)).status, 137, service)
  for (const { service } of others) {
    const most = Number(limits(service)?.memory) * 4
    const take = `dd if=/dev/zero of=/dev/null bs=${most} count=1`
    const { status } = await installation.tryShell(`docker compose exec -T ${service} ${take}`)
    t.equal(status, 137, service)
  }
  t.strictSame(await starts(), before)
  await home.visitor.page('/')
  return `${containers.length} containers`
})

proof('a service that leaks memory is killed, and is back', async t => {
  const before = await starts()
  const { seconds } = await timed(async () => {
    await runInside(installation, 'web', addToProgram, `(${String(takeMemory)})()`)
    await waitFor('a new process', async () => (await starts()).join() !== before.join())
    await waitFor('the page', () => home.visitor.page('/').catch(() => false))
  })
  const changed = (await starts()).filter(one => !before.includes(one))
  t.equal(changed.length, 1, 'only web')
  return `page after ${seconds} s`
})

proof('a fork bomb stays inside its container, and the service keeps answering', async t => {
  const before = await starts()
  const figures: string[] = []
  for (const { service } of servers.filter(one => ours.includes(one) && one.service !== 'backup')) {
    const { status, stdout, stderr } = await runInside(installation, service, startTooMany)
    t.equal(status, 0, `${service}: ${stderr}`)
    const found = JSON.parse(stdout) as { refusal: string; count: number; status: number }
    t.match(found, { refusal: /EAGAIN|SIGABRT/, status: 200 }, service)
    t.ok(found.count <= 256, service)
    figures.push(`${service} ${found.count}`)
  }
  for (const { service } of others) {
    const bomb = 'i=0; while [ $i -lt 400 ]; do sleep 3 & i=$((i + 1)); done'
    const { status, stderr } = await installation.tryShell(
      `docker compose exec -T ${service} sh -c '${bomb}'`,
    )
    t.equal(status, 2, service)
    t.match(stderr, /fork/, service)
  }
  t.strictSame(await starts(), before)
  await home.visitor.page('/')
  return `processes and threads: ${figures.join(', ')}`
})
