import type { Account, TokenKeys, VaultDatabase } from '@night-routine/database/vault'
import type { Clock, Logger } from '@night-routine/service'
import type { ContentStore } from './content/store.ts'
import type { tellOfLostSecrets } from './lost-secrets.ts'
import type { ReaderCookies } from './reader-cookie.ts'
import type { PageCache } from './routes/pages/page-cache.ts'
import type { Renderer } from './rendering/renderer.ts'
import type { Region } from './regions.ts'
import type { SignInPlaces } from './sign-in-places.ts'
import type { SiteAddresses } from './site-host.ts'
import type { CheckSitePassword } from './site-passwords.ts'

/** How much is allowed. */
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
  /** Tells the operator that a secret cannot be opened any more. */
  tellOfLostSecret: ReturnType<typeof tellOfLostSecrets>
  /** Whether `password` of a vault is left empty. */
  hideKeyHash: boolean
  headerPrefixes: readonly string[]
  /** The account of a token. @throws Failure for one that counts no more */
  callerOf: (token: string | undefined) => Promise<Account>
}
