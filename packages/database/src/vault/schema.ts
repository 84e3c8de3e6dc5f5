import type { Generated, Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Nullable, NullableDate, Timestamp } from '../schema/column-types.ts'
import { openPool, type ConnectOptions } from '../connection/connect.ts'
import { attemptRecords } from '../credentials/sign-in.ts'
import type { AttemptTables } from '../schema/credentials.ts'

/** The tables of the vault host, in a separate schema. */
export interface VaultSchema {
  'vault.accounts': {
    id: string
    email: string
    name: string
    password_hash: string
    totp_secret: Nullable<string>
    totp_step: Nullable<bigint>
    created_at: Timestamp
  }
  'vault.tokens': {
    token_hash: string
    account_id: string
    created_at: Timestamp
    last_used_at: Timestamp
  }
  'vault.sign_in_attempts': AttemptTables['sign_in_attempts']
  'vault.sign_in_addresses': {
    account_id: string
    address_hash: string
    last_at: Timestamp
  }
  'vault.vaults': {
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
  'vault.sites': {
    id: string
    account_id: string
    slug: Nullable<string>
    options: Generated<Record<string, unknown>>
    password_hash: Nullable<string>
    revision: Generated<bigint>
    created_at: Timestamp
  }
  'vault.files': {
    site_id: string
    path: string
    hash: string
    size: bigint
    created_at: Timestamp
    modified_at: Timestamp
  }
  'vault.moved_files': {
    site_id: string
    path: string
    target: string
  }
  'vault.notes': {
    hash: string
    /** The version of the renderer. */
    renderer: number
    title: Nullable<string>
    aliases: Generated<string[]>
    language: Nullable<string>
    /** What the renderer made of it; null if it takes too long. */
    content: Nullable<unknown>
    words: Generated<string>
    /** Lexemes with positions, as PostgreSQL writes a tsvector: of the whole note, and of its title and aliases. */
    search: Generated<string>
    names: Generated<string>
    /** For each link, what it may be called. */
    link_keys: Generated<string[]>
    /** The targets of its links, as JSON. */
    links: Generated<string[]>
    /** As they are written. */
    tags: Generated<string[]>
    /** Folded, with every tag above them. */
    tag_keys: Generated<string[]>
    /** A date that the note gives itself. */
    written_on: NullableDate
    permalink: Nullable<string>
  }
}

/** A pool of connections to the tables of the vault host. Close it with `destroy()`. */
export type VaultDatabase = Kysely<VaultSchema>

/** One transaction, from `transaction`. */
export type Transaction = KyselyTransaction<VaultSchema>

/** What a repository function reads through or writes to. */
export type Queryable = VaultDatabase | Transaction

/** Opens a pool, with the limits and types of the household's. */
export function connectVault(options: ConnectOptions): VaultDatabase {
  return openPool<VaultSchema>(options)
}

/** Days after the last sign-in from a network. */
const addressDays = 180

/** The attempts to sign in and the known networks of the vault. */
export function vaultSignInRecords(db: VaultDatabase) {
  const attempts = attemptRecords(db.withSchema('vault').$extendTables<AttemptTables>())
  return {
    ...attempts,

    /** Whether the account has signed in from there before. One query also without an account: time tells nothing. */
    async isKnownAddress(accountId: string | undefined, addressHash: string): Promise<boolean> {
      const found = await db
        .selectFrom('vault.sign_in_addresses')
        .select('account_id')
        .where('account_id', '=', accountId ?? '')
        .where('address_hash', '=', addressHash)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Notes that an account has signed in from there. */
    async saveKnownAddress(accountId: string, addressHash: string, now: Temporal.Instant) {
      await db
        .insertInto('vault.sign_in_addresses')
        .values({ account_id: accountId, address_hash: addressHash, last_at: now })
        .onConflict(conflict =>
          conflict.columns(['account_id', 'address_hash']).doUpdateSet({ last_at: now }),
        )
        .execute()
    },

    /** Deletes attempts and networks that nothing was heard of for long. */
    async deleteOld(now: Temporal.Instant) {
      await attempts.deleteOldAttempts(now)
      const before = now.subtract({ hours: addressDays * 24 })
      await db.deleteFrom('vault.sign_in_addresses').where('last_at', '<', before).execute()
    },
  }
}
