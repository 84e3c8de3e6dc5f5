import { findSite, type Account, type Site } from '@night-routine/database/vault'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { isId } from '../../random-id.ts'

/** The site of an id, for who has given a token. @throws Failure as `siteOf`, and for a dead token */
export async function ownSite(
  host: Pick<Host, 'db' | 'callerOf'>,
  token: string | undefined,
  id: string,
): Promise<Site> {
  return siteOf(host, await host.callerOf(token), id)
}

/**
 * The site of an id, for the account that owns it. Other people's sites are answered like sites that
 * do not exist.
 * @throws Failure when the site is not the caller's
 */
export async function siteOf({ db }: Pick<Host, 'db'>, caller: Account, id: string): Promise<Site> {
  const site = isId(id) ? await findSite(db, caller.id, id) : undefined
  if (!site) throw new Failure('NOT_FOUND', { words: 'Site not found.' })
  return site
}
