import {
  TokenUnreadableError,
  transaction,
  type Database,
  type TokenKeys,
} from '@night-routine/database/connection'
import { keepPushKeys, readPushKeys } from '@night-routine/database/notifications'
import { makePushKeys } from './push.ts'

/**
 * The key that browsers subscribe with (`applicationServerKey`). The first call makes the pair. A pair that no
 * key of SECRET_KEYS opens is replaced, and its subscriptions end: nothing could be sent to them.
 */
export async function preparePush(db: Database, keys: TokenKeys): Promise<string> {
  const known = await readPushKeys(db, keys).catch((error: unknown) => {
    if (error instanceof TokenUnreadableError) return undefined
    throw error
  })
  const { publicKey } =
    known ?? (await transaction(db, async trx => keepPushKeys(trx, keys, await makePushKeys())))
  return publicKey
}
