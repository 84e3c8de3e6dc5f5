// What a container may do: what it runs as, where it writes, whom it reaches; and that no secret is where
// others see it. What the Compose file says of it, test/deployment/compose.test.ts knows.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readContainers } from '../src/installation/containers.ts'
import { noGrafana, startEverything } from '../src/installation/everything.ts'
import { family } from '../src/family/household.ts'
import { lookInside } from '../src/installation/look-inside.ts'
import { install, proof, session } from '../src/proof/proof.ts'

const installation = await install({
  name: 'isolation',
  // Everything that a log can say is searched for secrets.
  env: { COMPOSE_PROFILES: 'vault,backup,observability,doctor', LOG_LEVEL: 'trace' },
})
const { compose, docker, folder, project } = installation
const { containers, services } = await startEverything(session, installation)
const home = await family(installation)
await home.signIn()
await home.selectCalendar()
await home.publish()
await home.events(30)

const isOn = (network: string, service: string) => network in (services[service]?.networks ?? {})
const isLocked = (service: string) => !isOn('out', service)
const listed = (matches: (service: string) => boolean) =>
  containers.map(({ service }) => service).filter(matches)

// The address of this machine in each network, with a server that answers there as a stranger's would.
const machine = createServer(socket => socket.end())
await once(machine.listen(0, '0.0.0.0'), 'listening')
const { port } = machine.address() as AddressInfo
const addressIn = async (network: string) => {
  const format = ['--format', '{{(index .IPAM.Config 0).Gateway}}']
  return `${(await docker('network', 'inspect', ...format, `${project}_${network}`)).trim()}:${port}`
}
const outside = ['google-emulator:8081', await addressIn('out')]
const nextDoor = [await addressIn('front'), await addressIn('back')]
const databases = ['postgres:5432', 'redis:6379']
const facts = await Promise.all(
  containers.map(async container => {
    const found = await lookInside(session, installation, container, {
      writeTo: ['/', '/etc', ...(services[container.service]?.build ? ['/app'] : [])],
      connectTo: [...outside, ...nextDoor, ...databases],
    })
    return { service: container.service, ...found }
  }),
)
machine.close()

proof(
  'the check includes Grafana',
  async t => {
    t.match(listed(Boolean).join(' '), 'grafana')
  },
  { skip: noGrafana(session) },
)

proof('no process runs as root, as the machine sees it', async t => {
  const users = new Map<string, string>()
  for (const { id, service } of containers) {
    const [, ...rows] = (await docker('top', id, '-eo', 'pid,uid')).trim().split('\n')
    const found = [...new Set(rows.map(row => row.trim().split(/\s+/)[1] ?? ''))]
    t.equal(found.length, 1, service)
    t.match(found[0], /^[1-9]\d*$/, service)
    users.set(service, found.join())
  }
  return [...users].map(([service, user]) => `${service} ${user}`).join(', ')
})

proof('the root file system is read-only, to root as well', async t => {
  for (const { service, written } of facts)
    for (const [path, outcome] of Object.entries(written))
      t.equal(outcome, 'EROFS', `${service}: ${path}`)
  return `${facts.flatMap(({ written }) => Object.keys(written)).length} writes refused`
})

proof('no process has a capability, or can get one', async t => {
  const none = ['CapInh', 'CapPrm', 'CapEff', 'CapAmb', 'CapBnd'].map(set => [set, '0'.repeat(16)])
  const wanted = { ...Object.fromEntries(none), NoNewPrivs: '1', Seccomp: '2' }
  const bindToLowPorts = { CapBnd: '0000000000000400' }
  for (const { service, processes } of facts) {
    t.ok(processes.length > 1, service)
    for (const { command, status } of processes)
      t.match(
        status,
        { ...wanted, ...(service === 'caddy' ? bindToLowPorts : {}) },
        `${service}: ${command.join(' ')}`,
      )
  }
  return `${facts.flatMap(({ processes }) => processes).length} processes`
})

proof('a service that needs no internet cannot reach it, or the ports of this machine', async t => {
  t.match(listed(isLocked).join(' '), 'webhook-ingest')
  for (const { service, connected } of facts) {
    for (const target of outside)
      t.equal(connected[target] === 'connected', !isLocked(service), `${service} to ${target}`)
    if (isLocked(service))
      for (const target of nextDoor) t.not(connected[target], 'connected', `${service}: ${target}`)
  }
  return `none from ${listed(isLocked).join(', ')}`
})

proof('the proxy cannot reach PostgreSQL or Redis', async t => {
  t.notOk(isOn('back', 'caddy'))
  for (const { service, connected } of facts)
    for (const target of databases)
      t.equal(connected[target] === 'connected', isOn('back', service), `${service} to ${target}`)
  const { connected = {} } = facts.find(({ service }) => service === 'caddy') ?? {}
  return `postgres ${connected['postgres:5432']}, redis ${connected['redis:6379']}`
})

proof('nothing but the proxy is published beyond this machine', async t => {
  const open = (await readContainers(installation)).flatMap(({ service, published }) =>
    published.filter(({ HostIp }) => HostIp !== '127.0.0.1').map(at => ({ service, ...at })),
  )
  t.strictSame([...new Set(open.map(({ service }) => service))], ['caddy'])
  return `ports of caddy: ${new Set(open.map(({ HostPort }) => HostPort)).size}`
})

proof('no secret is in an environment, a list of processes or a log', async t => {
  const stored = join(folder, '../emulator/state.json')
  const granted = JSON.parse(readFileSync(stored, 'utf8')) as Record<string, { token: string }[]>
  const files = readdirSync(join(folder, 'secrets')).map(file =>
    readFileSync(join(folder, 'secrets', file), 'utf8').trim(),
  )
  const secrets = [
    // Those of what this installation does not use are empty.
    ...files.filter(secret => secret !== ''),
    ...['accessTokens', 'refreshTokens'].flatMap(kind =>
      (granted[kind] ?? []).map(({ token }) => token),
    ),
    home.visitor.cookies.get('__Host-session') ?? '',
  ]
  t.ok(secrets.length > 10)
  for (const secret of secrets) t.ok(secret.length > 10)
  const logs = await compose('logs', '--no-color', ...Object.keys(services))
  t.match(logs, '"level":"debug"')
  const places = new Map([['logs', logs]])
  for (const { environment, service } of await readContainers(installation))
    places.set(`${service}, described`, environment.join('\n'))
  for (const { service, processes } of facts) {
    places.set(`${service}, environment`, processes.flatMap(one => one.environment).join('\n'))
    places.set(`${service}, processes`, processes.flatMap(one => one.command).join('\n'))
  }
  for (const [place, text] of places)
    t.notOk(
      secrets.some(secret => text.includes(secret)),
      place,
    )
  return `${secrets.length} secrets, ${places.size} places, ${logs.split('\n').length} lines of logs`
})
