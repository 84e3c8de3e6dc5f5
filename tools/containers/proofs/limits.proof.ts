// How much memory and how many processes a container may take, and what happens when it wants more.
import { readContainers } from '../src/installation/containers.ts'
import { startEverything } from '../src/installation/everything.ts'
import { runInside, startTooMany, takeMemory } from '../src/installation/exceed.ts'
import { family } from '../src/family/household.ts'
import { lookInside } from '../src/installation/look-inside.ts'
import { install, proof, session } from '../src/proof/proof.ts'

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
