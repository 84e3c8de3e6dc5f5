import type { Generated } from 'kysely'
import type { Nullable, NullableTimestamp, Timestamp } from './column-types.ts'

/** What limits sign-ins; the household's schema and the vault's each have this table. */
export type AttemptTables = {
  sign_in_attempts: {
    /** Of what the attempts were made at, and from where. */
    email_hash: string
    failures: number
    last_at: Timestamp
  }
}

/** The tables of the accounts of this installation. */
export interface CredentialTables extends AttemptTables {
  identities: {
    id: string
    email: string
    password_hash: Nullable<string>
    totp_secret: Nullable<string>
    totp_step: Nullable<bigint>
    version: Generated<number>
    no_passkey_at: NullableTimestamp
    created_at: Timestamp
  }
  passkeys: {
    id: string
    identity_id: string
    public_key: Uint8Array
    counter: bigint
    transports: string[]
    name: string
    created_at: Timestamp
    last_used_at: NullableTimestamp
    last_challenges: Generated<string[]>
  }
  recovery_codes: {
    identity_id: string
    code_hash: string
  }
}
