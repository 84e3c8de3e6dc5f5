import type { Installation } from './installation.ts'

/** What `docker compose config` makes of a service. */
export interface ServiceConfig {
  /** Absent for images of others. */
  build?: object
  restart: string
  /** Absent for what has none. */
  networks?: Record<string, unknown>
  volumes?: { type: string; target: string; read_only?: boolean }[]
  deploy: { resources: { limits: { memory: string; pids: number } } }
}

/** A container of an installation, as the engine describes it. */
export interface Container {
  id: string
  name: string
  service: string
  state: { Running: boolean; StartedAt: string; Health?: { Status: string } }
  /** `NAME=value` each. */
  environment: string[]
  /** Its addresses in the networks of the engine. */
  addresses: string[]
  /** What of it is published on the machine. */
  published: { HostIp: string; HostPort: string }[]
}

interface Inspected {
  Id: string
  Name: string
  State: Container['state']
  Config: { Env: string[]; Labels: Record<string, string> }
  NetworkSettings: {
    Networks: Record<string, { IPAddress: string }>
    Ports: Record<string, Container['published'] | null>
  }
}

// They take the place of others' servers and belong to no deployment.
const ofTheProofs = new Set(['acme', 'google-emulator'])

/** The services of docker-compose.yml, those of every profile too, as Compose understands them. */
export async function readServices({
  compose,
}: Installation): Promise<Record<string, ServiceConfig>> {
  const printed = await compose('--profile', '*', 'config', '--format', 'json')
  const { services } = JSON.parse(printed) as { services: Record<string, ServiceConfig> }
  return Object.fromEntries(Object.entries(services).filter(([name]) => !ofTheProofs.has(name)))
}

/** The containers of docker-compose.yml's services, those that have ended too. */
export async function readContainers({ docker, project }: Installation): Promise<Container[]> {
  const filter = `label=com.docker.compose.project=${project}`
  const ids = (await docker('ps', '--all', '--quiet', '--no-trunc', '--filter', filter)).split('\n')
  const inspected = JSON.parse(await docker('inspect', ...ids.filter(Boolean))) as Inspected[]
  return inspected
    .map(({ Id, Name, State, Config, NetworkSettings }) => ({
      id: Id,
      name: Name.slice(1),
      service: Config.Labels['com.docker.compose.service'] ?? '',
      state: State,
      environment: Config.Env,
      addresses: Object.values(NetworkSettings.Networks).map(({ IPAddress }) => IPAddress),
      published: Object.values(NetworkSettings.Ports).flatMap(bindings => bindings ?? []),
    }))
    .filter(({ service }) => !ofTheProofs.has(service))
}
