import type { Migration } from 'kysely/migration'
import { vault } from './0001-vault.ts'
import { plainEmails } from './0002-plain-emails.ts'
import { signInAddresses } from './0003-sign-in-addresses.ts'
import { sitePassword } from './0004-site-password.ts'
import { siteRevision } from './0005-site-revision.ts'

/** Every migration of the vault host by name, oldest first, forward only. */
export const migrations = {
  '0001-vault': vault,
  '0002-plain-emails': plainEmails,
  '0003-sign-in-addresses': signInAddresses,
  '0004-site-password': sitePassword,
  '0005-site-revision': siteRevision,
} satisfies Record<string, Migration>

/** The version that this code needs. */
export const latestMigration = Object.keys(migrations).toSorted().at(-1) ?? ''
