import { readContainers, readServices, type Container, type ServiceConfig } from './containers.ts'
import type { Installation } from './installation.ts'
import type { Session } from './session.ts'

/** Every service of docker-compose.yml, and its running containers. */
export interface Everything {
  services: Record<string, ServiceConfig>
  containers: Container[]
}

/** Why Grafana is proved nowhere on this machine, if so. */
export function noGrafana({ standIns }: Session): string | undefined {
  return Object.keys(standIns).length > 0
    ? 'its image cannot be pulled, and no package holds Grafana'
    : undefined
}

/**
 * Starts the services of all profiles. Of `migrate`, which ends by itself, a container that waits is among
 * those that run; a stand-in that does nothing is not.
 */
export async function startEverything(
  session: Session,
  installation: Installation,
): Promise<Everything> {
  const services = await readServices(installation)
  const { compose, project } = installation
  const wanted = Object.keys(services).filter(
    name => name !== 'grafana' || noGrafana(session) === undefined,
  )
  await installation.up(...wanted.filter(name => name !== 'migrate'))
  const wait = ['node', '-e', 'setTimeout(() => {}, 3_600_000)']
  await compose('run', '--detach', '--no-deps', '--name', `${project}-waiting`, 'migrate', ...wait)
  const containers = (await readContainers(installation)).filter(({ state }) => state.Running)
  return { services, containers }
}
