import {
  readPublication,
  readPublishedPassword,
  savePublication,
  unreadable,
  type Database,
  type TokenKeys,
} from '@night-routine/database'
import { NotSignedIn, VaultError, type Site, type VaultClient } from '@night-routine/vault-api'
import { PublishTrouble } from '../failure.ts'

interface Password {
  db: Database
  keys: TokenKeys
  client: { sites: Pick<VaultClient['sites'], 'setPassword'> }
  signal: AbortSignal
}

/**
 * Has the host ask readers for the password, or no more. Call it before the first upload: a host that does
 * not confirm the password gets no file.
 * @throws PublishTrouble where the host does not confirm it, or no key opens it any more
 */
export async function agreeOnPassword(
  { db, keys, client, signal }: Password,
  site: Pick<Site, 'id' | 'host'>,
): Promise<void> {
  const password = await readPublishedPassword(db, keys)
  if (password === unreadable) throw new PublishTrouble('password-lost')
  if (password !== null) {
    // Before the host has it: a run that is killed here still removes it once nobody wants it.
    await savePublication(db, { passwordAtHost: true })
    if (!(await send(password))) throw new PublishTrouble('password-refused')
    return
  }
  const { passwordAtHost } = await readPublication(db)
  // A host that never had a password of ours may not know what one is.
  if (!passwordAtHost) return
  if (await send(null)) throw new PublishTrouble('password-refused')
  await savePublication(db, { passwordAtHost: false })

  async function send(wanted: string | null): Promise<boolean> {
    try {
      return await client.sites.setPassword(site, wanted, { signal })
    } catch (error) {
      const isRefusal =
        error instanceof VaultError && !error.temporary && !(error instanceof NotSignedIn)
      throw isRefusal ? new PublishTrouble('password-refused') : error
    }
  }
}
