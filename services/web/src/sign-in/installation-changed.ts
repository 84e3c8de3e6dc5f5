import { networkText } from '@night-routine/credentials'
import { transaction, type Database } from '@night-routine/database/connection'
import { recordMemberChange } from '@night-routine/household'
import { hasPeople } from '../plugins/set-up-code.ts'

/** Tells everyone that the settings of the installation were changed. @returns whether there is anyone yet */
export async function tellInstallationChanged(
  db: Database,
  { ip, now }: { ip: string; now: Temporal.Instant },
): Promise<boolean> {
  if (!(await hasPeople(db))) return false
  const about = { email: '', by: null, network: networkText(ip), now }
  await transaction(db, trx =>
    recordMemberChange(trx, { action: 'installation-changed', ...about }),
  )
  return true
}
