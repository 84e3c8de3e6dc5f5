import { readContainers, readServices } from './containers.ts'
import type { Installation } from './installation.ts'
import type { Session } from '../engine/session.ts'

/** Why Grafana cannot be tested on this machine; undefined if it can. */
export function noGrafana({ standIns }: Session): string | undefined {
  return Object.keys(standIns).length > 0
    ? 'its image cannot be pulled, and no package holds Grafana'
    : undefined
}

/**
 * Starts the services of all profiles, except a stand-in that does nothing. Services that end by themselves,
 * such as `migrate`, run as containers that wait.
 * @returns every service of docker-compose.yml, and its running containers
 */
export async function startEverything(session: Session, installation: Installation) {
  const services = await readServices(installation)
  const { compose, project } = installation
  const staying = (name: string) => services[name]?.restart === 'unless-stopped'
  const names = Object.keys(services).filter(
    name => name !== 'grafana' || noGrafana(session) === undefined,
  )
  await installation.up(...names.filter(staying))
  for (const name of names.filter(one => !staying(one))) {
    const wait = services[name]?.build
      ? ['node', '-e', 'setTimeout(() => {}, 3_600_000)']
      : ['sleep', '3600']
    const args = ['--detach', '--no-deps', '--name', `${project}-waiting-${name}`, name]
    await compose('run', ...args, ...wait)
  }
  const containers = (await readContainers(installation)).filter(({ state }) => state.Running)
  return { services, containers }
}
