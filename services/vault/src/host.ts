import type { Account, TokenKeys, VaultDatabase } from '@night-routine/database/vault'
import type { Clock, Logger } from '@night-routine/service'
import type { ContentStore } from './content/store.ts'
import type { warnUndecryptableSecrets } from './undecryptable-secrets.ts'
import type { ReaderCookies } from './reader-cookie.ts'
import type { PageCache } from './routes/pages/page-cache.ts'
import type { Renderer } from './rendering/renderer.ts'
import type { Region } from './regions.ts'
import type { SignInPlaces } from './sign-in-places.ts'
import type { SiteAddresses } from './site-host.ts'
import type { CheckSitePassword } from './site-passwords.ts'

/** Limits on sizes and numbers. */
interface Limits {
  fileBytes: number
  siteBytes: number
  sites: number
  vaults: number
}

/** What the routes share. */
export interface Host {
  db: VaultDatabase
  keys: TokenKeys
  clock: Clock
  logger: Logger
  content: ContentStore
  renderer: Renderer
  pageCache: PageCache
  regions: readonly [Region, ...Region[]]
  addresses: SiteAddresses
  limits: Limits
  places: SignInPlaces
  readerCookies: ReaderCookies
  checkSitePassword: CheckSitePassword
  /** Warns the operator about a secret that no key decrypts. */
  warnUndecryptableSecret: ReturnType<typeof warnUndecryptableSecrets>
  /** Whether the field `password` of a vault is left empty. */
  hideKeyHash: boolean
  headerPrefixes: readonly string[]
  /** The account of a token. @throws Failure if the token is unknown or expired */
  callerOf: (token: string | undefined) => Promise<Account>
}
