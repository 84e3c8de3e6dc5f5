import { readContainers, readServices, type Container, type ServiceConfig } from './containers.ts'
import type { Installation } from './installation.ts'
import type { Session } from './session.ts'

/** Every service of docker-compose.yml, and its running containers. */
export interface Everything {
  services: Record<string, ServiceConfig>
  containers: Container[]
  /** Why Grafana is not among them, if so. */
  noGrafana: string | undefined
}

/**
 * Starts the services of all profiles. Of `migrate`, which ends by itself, a container that waits is among
 * those that run; a stand-in that does nothing is not.
 */
export async function startEverything(
  { standIns }: Session,
  installation: Installation,
): Promise<Everything> {
  const noGrafana =
    Object.keys(standIns).length > 0
      ? 'its image cannot be pulled, and no package holds Grafana'
      : undefined
  const services = await readServices(installation)
  const { compose, project } = installation
  const wanted = Object.keys(services).filter(name => name !== 'grafana' || noGrafana === undefined)
  await installation.up(...wanted.filter(name => name !== 'migrate'))
  const wait = ['node', '-e', 'setTimeout(() => {}, 3_600_000)']
  await compose('run', '--detach', '--no-deps', '--name', `${project}-waiting`, 'migrate', ...wait)
  const containers = (await readContainers(installation)).filter(({ state }) => state.Running)
  return { services, containers, noGrafana }
}
