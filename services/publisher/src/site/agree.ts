import { hash } from 'node:crypto'
import { unreadable, type Database, type TokenKeys } from '@night-routine/database/connection'
import {
  readPublication,
  readPublishedFiles,
  readPublishedPassword,
  savePublication,
  savePublishedFiles,
} from '@night-routine/database/site'
import { readSettings } from '@night-routine/household'
import {
  bytesSource,
  createVaultClient,
  NotSignedIn,
  publish,
  publishSteps,
  uploadsOf,
  VaultError,
  type Patience,
  type VaultClient,
} from '@night-routine/vault-api'
import type { Logger } from '@night-routine/service'
import type { HostAccount } from '../config.ts'
import { PublishFailure } from '../failure.ts'
import { navigation } from '../notes/site-files.ts'
import type { SiteFile } from '../notes/site-facts.ts'
import {
  askForOptions,
  findFiles,
  findSite,
  siteSlug,
  type FoundSite,
  type SiteAddress,
} from './find-site.ts'

/** What a run works with. */
export interface RunContext {
  db: Database
  /** Decrypts the readers' password. */
  keys: TokenKeys
  account: HostAccount
  logger: Logger
  patience: Partial<Patience>
  signal: AbortSignal
  /** Throws when this run has to stop. */
  check: () => void
}

type SignedIn = RunContext & { client: VaultClient }

const signOutMs = 5_000

/** Uploads and removes files until the site has exactly these, besides files of others. */
export async function publishFiles(context: RunContext, files: readonly SiteFile[]): Promise<void> {
  const { account, db } = context
  const { installation } = await readSettings(db)
  const slug = siteSlug(await readPublication(db), { wanted: account.slug, installation })
  await signedIn(context, async host => {
    const found = await findSite(host, slug)
    await agreeOnPassword(host, found.site)
    await carryOut(host, found, files)
  })
  const address = `${account.readAt}${encodeURIComponent(slug)}/`
  await savePublication(db, { address })
}

/** Removes our files from the site, and the site unless it has files of others. */
export async function takeDown(context: RunContext): Promise<void> {
  const { site } = await readPublication(context.db)
  if (site !== null)
    await signedIn(context, async host => {
      const found = await findFiles(host, site)
      // A deleted site has nothing left to remove.
      if (found === null) return
      await carryOut(host, found, [])
      await deleteEmpty(host, found.site)
    })
  await savePublishedFiles(context.db, new Map())
}

/** A host that cannot delete sites keeps it, empty. */
async function deleteEmpty({ client, signal }: SignedIn, site: SiteAddress): Promise<void> {
  if ((await client.files.list(site, { signal })).length > 0) return
  await client.sites.delete(site, { signal }).catch((error: unknown) => {
    if (!(error instanceof VaultError) || error.temporary) throw error
  })
}

async function signedIn(context: RunContext, work: (host: SignedIn) => Promise<void>) {
  const { account, logger, patience, signal } = context
  const { addresses, headerPrefix, email, password } = account
  const client = createVaultClient({
    addresses,
    headerPrefix,
    patience,
    onRetry: ({ error }) => logger.debug({ err: error }, 'publish host call retried'),
  })
  await client.user.signIn({ email, password }, { signal })
  try {
    await work({ ...context, client })
  } finally {
    await client.user
      .signOut({ signal: AbortSignal.timeout(signOutMs) })
      .catch((error: unknown) => logger.info({ err: error }, 'publish host sign-out failed'))
  }
}

/**
 * Sets or removes the readers' password, before the first upload: a host that does not confirm it gets no file. @throws
 * PublishFailure if the host does not confirm it, or no key decrypts it
 */
export async function agreeOnPassword(
  host: Pick<RunContext, 'db' | 'keys' | 'signal'> & {
    client: { sites: Pick<VaultClient['sites'], 'setPassword'> }
  },
  site: SiteAddress,
): Promise<void> {
  const { db, keys, client, signal } = host
  const password = await readPublishedPassword(db, keys)
  if (password === unreadable) throw new PublishFailure('password-lost')
  // A host that never got a password from us may not support them.
  if (password === null && !(await readPublication(db)).passwordAtHost) return
  // Saved first, so that a later run can remove the password even if this run is killed here.
  if (password !== null) await savePublication(db, { passwordAtHost: true })
  const isLocked = await client.sites
    .setPassword(site, password, { signal })
    .catch((error: unknown) => {
      const isRefusal =
        error instanceof VaultError && !error.temporary && !(error instanceof NotSignedIn)
      throw isRefusal ? new PublishFailure('password-refused') : error
    })
  if (isLocked !== (password !== null)) throw new PublishFailure('password-refused')
  if (password === null) await savePublication(db, { passwordAtHost: false })
}

async function carryOut(
  { db, logger, signal, check, client }: SignedIn,
  { site, files: remote }: FoundSite,
  files: readonly SiteFile[],
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
  const toSend = uploadsOf(steps).length
  // By title, months would be in alphabetical order. All pages of a plan link to each other.
  const options = { navigationOrdering: navigation(files), showBacklinks: false }
  if (toSend > 0) await askForOptions({ client, signal }, site, options)
  let sent = 0
  try {
    await publish(client, site, steps, {
      manifest,
      saveManifest: next => savePublishedFiles(db, next),
      sourceOf: path => bytesSource(bytes.get(path) ?? Buffer.alloc(0)),
      onUploaded: () => (sent += 1),
      signal,
    })
  } catch (error) {
    logger.info({ sent, of: toSend }, 'publish stopped, the next run continues')
    throw error
  }
  logger.info({ sent, removed: steps.remove.length, of: wanted.length }, 'site published')
}
