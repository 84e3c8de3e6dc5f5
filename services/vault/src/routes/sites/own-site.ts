import { findSite, type Account, type Site } from '@night-routine/database/vault'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { isId } from '../../random-id.ts'

/** The site of an id, for the owner of a token. @throws Failure as `siteOf`, and for an invalid token */
export async function ownSite(
  host: Pick<Host, 'db' | 'callerOf'>,
  token: string | undefined,
  id: string,
): Promise<Site> {
  return siteOf(host, await host.callerOf(token), id)
}

/**
 * The site of an id, for the account that owns it. The response for other people's sites is the same as for
 * sites that do not exist.
 * @throws Failure if the site is not the caller's
 */
export async function siteOf({ db }: Pick<Host, 'db'>, caller: Account, id: string): Promise<Site> {
  const site = isId(id) ? await findSite(db, caller.id, id) : undefined
  if (!site) throw new Failure('NOT_FOUND', { words: 'Site not found.' })
  return site
}
