// Whatever process or container is killed or restarted, the family finds its plan as it was, and what it
// wrote into the calendar meanwhile is followed.
import { familyLife } from '../src/family/family-life.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { killDatabaseSession, killProgram } from '../src/installation/kill.ts'
import { install, proof } from '../src/proof/proof.ts'
import { goThrough, type Trouble } from '../src/family/trouble.ts'

const services = [
  'web',
  'webhook-ingest',
  'scheduler-worker',
  'publisher',
  'vault',
  'postgres',
  'redis',
  'caddy',
  'backup',
]

const installation = await install({ name: 'killed', env: { COMPOSE_PROFILES: 'vault,backup' } })
const { docker, shell, project } = installation
await installation.up(...services)
const home = await familyWithCalendar(installation)
const life = familyLife(installation, home)

function survives(name: string, trouble: Trouble): void {
  // The calendar does not send a notification again when nothing at all answers at its address.
  const losesNotification = trouble.service === 'caddy'
  proof(name, () => goThrough({ losesNotification, ...trouble }, { installation, home, life }))
}

for (const service of services) {
  const container = `${project}-${service}-1`
  survives(`${service}: a killed process is replaced`, {
    service,
    begin: () => killProgram(installation, service),
  })
  survives(`${service}: "docker compose up -d" brings back a killed container`, {
    service,
    begin: () => docker('kill', container),
    repair: () => shell('docker compose up -d'),
  })
  survives(`${service}: a restart of the container`, {
    service,
    begin: () => docker('restart', container),
  })
}

survives('postgres: a killed connection makes the server recover', {
  service: 'postgres',
  containerStays: true,
  begin: () => killDatabaseSession(installation),
})
