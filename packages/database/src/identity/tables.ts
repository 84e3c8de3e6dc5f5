import type { Generated } from 'kysely'
import type { Nullable, NullableTimestamp, Timestamp } from '../connection/column-types.ts'

/** What limits sign-ins; the household's schema and the vault's each have these tables. */
export type SignInTables = {
  sign_in_attempts: {
    /** Of what the attempts were made at, and from where. */
    email_hash: string
    failures: number
    last_at: Timestamp
  }
  sign_in_addresses: {
    account_id: string
    address_hash: string
    last_at: Timestamp
  }
}

/** The tables of our own identity provider. */
export interface IdentityTables extends SignInTables {
  identities: {
    id: string
    email: string
    password_hash: Nullable<string>
    totp_secret: Nullable<string>
    totp_step: Nullable<bigint>
    version: Generated<number>
    invitation_id: Nullable<bigint>
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
  }
  recovery_codes: {
    identity_id: string
    code_hash: string
  }
  identity_states: {
    kind: string
    id: string
    data: Record<string, unknown>
    uid: Nullable<string>
    grant_id: Nullable<string>
    identity_id: Nullable<string>
    consumed_at: NullableTimestamp
    expires_at: Timestamp
  }
}
