import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Temporal.Instant, string, string>
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

interface Accounts {
  id: string
  email: string
  name: string
  password_hash: string
  totp_secret: Nullable<string>
  totp_step: Nullable<bigint>
  created_at: Timestamp
}

interface Tokens {
  token_hash: string
  account_id: string
  created_at: Timestamp
  last_used_at: Timestamp
}

interface SignInAttempts {
  /** Of what the attempts were made at, and from where. */
  email_hash: string
  failures: number
  last_at: Timestamp
}

interface SignInAddresses {
  account_id: string
  address_hash: string
  last_at: Timestamp
}

interface Vaults {
  id: string
  account_id: string
  name: string
  key_hash: string
  salt: string
  sealed_password: Nullable<string>
  region: string
  encryption_version: number
  created_at: Timestamp
}

interface Sites {
  id: string
  account_id: string
  slug: Nullable<string>
  options: ColumnType<Record<string, unknown>, string, string>
  password_hash: Nullable<string>
  revision: Generated<bigint>
  created_at: Timestamp
}

interface Files {
  site_id: string
  path: string
  hash: string
  size: bigint
  created_at: Timestamp
  modified_at: Timestamp
}

/** The tables of the vault host, in a separate schema. */
export interface VaultSchema {
  'vault.accounts': Accounts
  'vault.tokens': Tokens
  'vault.sign_in_attempts': SignInAttempts
  'vault.sign_in_addresses': SignInAddresses
  'vault.vaults': Vaults
  'vault.sites': Sites
  'vault.files': Files
  'vault.migration': { name: Generated<string> }
}
