import { hash } from 'node:crypto'
import {
  readPublication,
  readPublishedFiles,
  savePublication,
  savePublishedFiles,
  type Database,
  type TokenKeys,
} from '@night-routine/database'
import { readSettings } from '@night-routine/household'
import {
  bytesSource,
  createVaultClient,
  publish,
  publishSteps,
  uploadsOf,
  type Patience,
  type VaultClient,
} from '@night-routine/vault-api'
import type { Logger } from '@night-routine/service'
import type { SiteFile } from '../notes/site-facts.ts'
import type { Account } from './account.ts'
import { agreeOnPassword } from './agree-on-password.ts'
import { siteSlug } from './choose-site.ts'
import { findFiles, findSite } from './find-site.ts'

export interface Agreeing {
  db: Database
  keys: TokenKeys
  account: Account
  logger: Logger
  patience: Partial<Patience>
  signal: AbortSignal
  /** Throws when this run has to stop. */
  check: () => void
}

const signOutMs = 5_000

/** Uploads and removes files until the site has exactly these, besides files of others. */
export async function publishFiles(agreeing: Agreeing, files: readonly SiteFile[]): Promise<void> {
  const { account, db } = agreeing
  const { installation } = await readSettings(db)
  const slug = siteSlug(await readPublication(db), { wanted: account.slug, installation })
  await signedIn(agreeing, async client => {
    const { site, files: remote } = await findSite({ ...agreeing, client, slug })
    await agreeOnPassword({ ...agreeing, client }, site)
    await carryOut(agreeing, { client, site, remote, files })
  })
  const address = `${account.readAt}${encodeURIComponent(slug)}/`
  await savePublication(db, { address })
}

/** Removes our files from the site and forgets the site; the account keeps it, empty. */
export async function takeDown(agreeing: Agreeing): Promise<void> {
  const { db } = agreeing
  const { site } = await readPublication(db)
  if (site !== null)
    await signedIn(agreeing, async client => {
      const found = await findFiles({ ...agreeing, client }, site)
      // A deleted site has nothing left to remove.
      if (found !== null)
        await carryOut(agreeing, { client, site: found.site, remote: found.files, files: [] })
    })
  await savePublishedFiles(db, new Map())
}

async function signedIn(
  { account, logger, patience, signal }: Agreeing,
  work: (client: VaultClient) => Promise<void>,
): Promise<void> {
  const { addresses, headerPrefix, email, password } = account
  const client = createVaultClient({
    addresses,
    headerPrefix,
    patience,
    onRetry: ({ error }) => logger.debug({ err: error }, 'publish host call retried'),
  })
  await client.user.signIn({ email, password }, { signal })
  try {
    await work(client)
  } finally {
    await client.user
      .signOut({ signal: AbortSignal.timeout(signOutMs) })
      .catch((error: unknown) => logger.info({ err: error }, 'publish host sign-out failed'))
  }
}

async function carryOut(
  { db, logger, signal, check }: Agreeing,
  {
    client,
    site,
    remote,
    files,
  }: {
    client: VaultClient
    site: { id: string; host: string }
    remote: Parameters<typeof publishSteps>[0]['remote']
    files: readonly SiteFile[]
  },
): Promise<void> {
  const bytes = new Map(files.map(({ path, text }) => [path, Buffer.from(text)]))
  const wanted = [...bytes].map(([path, content]) => ({
    path,
    hash: hash('sha256', content),
    size: content.length,
  }))
  const manifest = await readPublishedFiles(db)
  const steps = publishSteps({ wanted, remote, manifest })
  check()
  await publish(client, site, steps, {
    manifest,
    saveManifest: next => savePublishedFiles(db, next),
    sourceOf: path => bytesSource(bytes.get(path) ?? Buffer.alloc(0)),
    signal,
  })
  const sent = uploadsOf(steps).length
  logger.info({ sent, removed: steps.remove.length, of: wanted.length }, 'site published')
}
