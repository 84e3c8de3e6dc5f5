// The Docker engine itself is restarted, as after an update of the machine.
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { restartEngine } from '../src/engine/engine.ts'
import { familyLife } from '../src/family/family-life.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'
import { goThrough, waitUntilHealthy } from '../src/family/trouble.ts'

const skip = session.engine.private ? undefined : 'this engine runs for others, too'

proof(
  'a restart of the Docker engine brings back every container, and nothing is lost',
  async () => {
    const installation = await install({ name: 'engine' })
    await installation.up()
    const home = await familyWithCalendar(installation)
    const life = familyLife(installation, home)
    const restart = async () => {
      await restartEngine(join(session.folder, 'engine'), { ...process.env, ...session.engineEnv })
      await waitFor('the calendar', () => home.events().catch(() => false))
    }
    const figure = await goThrough(
      { service: 'web', begin: restart, losesNotification: true },
      { installation, home, life },
    )
    const { seconds } = await timed(() => waitUntilHealthy(installation))
    return `${figure}; all healthy ${seconds} s later`
  },
  { skip },
)
