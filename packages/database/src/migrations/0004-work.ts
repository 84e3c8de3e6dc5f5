import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const work: Migration = {
  async up(db) {
    await sql`
      create table work (
        kind text primary key check (kind in ('pull', 'plan', 'push', 'channel', 'publish')),
        request_number bigint not null default 0,
        done_number bigint not null default 0,
        requested_at timestamptz not null default now(),
        claim uuid,
        claimed_at timestamptz,
        claimed_until timestamptz,
        attempts integer not null default 0,
        next_attempt_at timestamptz,
        told_to_wait boolean not null default false,
        last_error text,
        done_at timestamptz,
        constraint nothing_is_done_before_it_is_requested check (done_number <= request_number),
        constraint a_claim_has_an_end check ((claim is null) = (claimed_until is null))
      )`.execute(db)
  },
}
