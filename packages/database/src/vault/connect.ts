import type { Kysely, Transaction } from 'kysely'
import { openPool, type ConnectOptions } from '../connect.ts'
import type { VaultSchema } from './schema.ts'

/** A pool of connections to the tables of the vault host. Close it with `destroy()`. */
export type VaultDatabase = Kysely<VaultSchema>

/** One transaction, from `transaction`. */
export type VaultTransaction = Transaction<VaultSchema>

/** What a repository function reads through or writes to. */
export type VaultQueryable = VaultDatabase | VaultTransaction

/** Opens a pool, with the limits and types of the household's. */
export function connectVault(options: ConnectOptions): VaultDatabase {
  return openPool<VaultSchema>(options)
}
