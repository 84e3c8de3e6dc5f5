import type { RoleAddresses } from '@night-routine/database/connection'
import { privateNetworks, type Environment } from '@night-routine/service'

/** What home knows of its installation. */
export interface HomeFacts {
  /** The settings of people: what was entered in the browser, and over it the environment. */
  settings: Environment
  /** The database, for each role. */
  databaseUrls: RoleAddresses
  secretKeys: string
  vaultPassword: string
  /** The folder of the published files. */
  vaultFolder: string
  vaultPort: number
  /** The account with which the publisher signs in at the publish host beside it, if it is not the usual one. */
  vaultEmail?: string
}

/** The account with which the publisher signs in at the publish host beside it. */
export const usualVaultEmail = 'publisher@example.org'

/** The environment of each service. */
export function environments(facts: HomeFacts) {
  const { settings, databaseUrls, secretKeys, vaultPassword, vaultPort } = facts
  const { vaultEmail = usualVaultEmail } = facts
  const base = {
    ...settings,
    // The proxies of a home: on this machine, in containers beside it, in the local network, or Tailscale.
    TRUSTED_PROXIES: settings['TRUSTED_PROXIES'] || privateNetworks.join(','),
    SECRET_KEYS: secretKeys,
    SECRET_KEYS_FILE: undefined,
    REDIS_URL: 'process:',
    REDIS_URL_FILE: undefined,
    DATABASE_URL_FILE: undefined,
  }
  const vault = `http://127.0.0.1:${vaultPort}`
  return {
    web: { ...base, DATABASE_URL: databaseUrls.web },
    'webhook-ingest': { ...base, DATABASE_URL: databaseUrls['webhook-ingest'] },
    'scheduler-worker': { ...base, DATABASE_URL: databaseUrls['scheduler-worker'] },
    publisher: {
      VAULT_API_URL: vault,
      VAULT_READ_URL: URL.parse('/s/', settings['PUBLIC_URL'] ?? '')?.href,
      VAULT_EMAIL: vaultEmail,
      VAULT_PASSWORD: vaultPassword,
      ...base,
      DATABASE_URL: databaseUrls.publisher,
    },
    vault: {
      ...base,
      DATABASE_URL: databaseUrls.vault,
      VAULT_FOLDER: facts.vaultFolder,
      // The publisher goes there directly; people read at the public address.
      VAULT_SITE_HOST: new URL(vault).host,
      VAULT_FIRST_EMAIL: vaultEmail,
      VAULT_FIRST_PASSWORD: vaultPassword,
    },
  } satisfies Record<string, Environment>
}
