import {
  consumeIdentityState,
  deleteIdentityState,
  deleteIdentityStates,
  findIdentityState,
  saveIdentityState,
  type Database,
} from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Keeps what the provider remembers of a sign-in in the database, so that every copy of web knows it. */
export function databaseAdapter(
  { db, clock }: { db: Database; clock: Clock },
  kind: string,
): Adapter {
  const read = async (by: { id: string } | { uid: string }) => {
    const found = await findIdentityState(db, { kind, ...by }, clock.now())
    if (found === undefined) return undefined
    const { data, consumedAt } = found
    return { ...data, ...(consumedAt && { consumed: consumedAt.epochMilliseconds / 1000 }) }
  }
  return {
    async upsert(id: string, payload: AdapterPayload, expiresInS: number) {
      const now = clock.now()
      await saveIdentityState(
        db,
        {
          kind,
          id,
          data: { ...payload },
          uid: payload.uid,
          grantId: payload.grantId,
          // Of an interaction, once it has ended.
          identity: payload.accountId ?? payload.result?.login?.accountId,
          expiresAt: now.add({ seconds: expiresInS }),
        },
        now,
      )
    },
    find: id => read({ id }),
    findByUid: uid => read({ uid }),
    // Only devices without a browser have user codes, and none signs in here.
    findByUserCode: async () => undefined,
    consume: id => consumeIdentityState(db, { kind, id }, clock.now()),
    destroy: id => deleteIdentityState(db, { kind, id }),
    revokeByGrantId: grantId => deleteIdentityStates(db, { grantId }),
  }
}
