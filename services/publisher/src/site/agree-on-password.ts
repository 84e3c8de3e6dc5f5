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
 * Sets or removes the readers' password at the host. Call it before the first upload: a host that does
 * not confirm the password gets no file.
 * @throws PublishTrouble if the host does not confirm it, or no key decrypts it
 */
export async function agreeOnPassword(
  { db, keys, client, signal }: Password,
  site: Pick<Site, 'id' | 'host'>,
): Promise<void> {
  const password = await readPublishedPassword(db, keys)
  if (password === unreadable) throw new PublishTrouble('password-lost')
  if (password !== null) {
    // Saved first, so that a later run can remove the password even if this run is killed here.
    await savePublication(db, { passwordAtHost: true })
    if (!(await send(password))) throw new PublishTrouble('password-refused')
    return
  }
  const { passwordAtHost } = await readPublication(db)
  // A host that never got a password from us may not support them.
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
