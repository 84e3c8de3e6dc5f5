import { networkText } from '@night-routine/credentials'
import { type Transaction, transaction, type Database } from '@night-routine/database/connection'
import { recordMemberChange } from '@night-routine/household'
import type { FastifyRequest } from 'fastify'
import { signedIn } from '../plugins/sessions.ts'
import { hasPeople } from '../plugins/set-up-code.ts'

type Change = Parameters<typeof recordMemberChange>[1]

/**
 * Records what the signed-in person changed, and from which network, and notifies whom it concerns.
 * @param change of their own account, unless it has an `email`
 */
export async function recordChange(
  trx: Transaction,
  request: FastifyRequest,
  change: Omit<Change, 'email' | 'by' | 'network'> & Partial<Pick<Change, 'email'>>,
): Promise<void> {
  const { email: by } = signedIn(request).session
  await recordMemberChange(trx, { email: by, by, network: networkText(request.ip), ...change })
}

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
