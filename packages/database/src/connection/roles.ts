import { sql, type Kysely } from 'kysely'

/** Each role's name in PostgreSQL. */
export function roleName(role: Role): string {
  return `night_routine_${role.replaceAll('-', '_')}`
}

/** The schemas with our tables. */
export const ourSchemas = ['public', 'vault'] as const

const none = ''
const read = 'select'
// The service that starts first writes the household's first values.
const seed = 'select, insert'
const write = 'select, insert, update'
const all = 'select, insert, update, delete'

/**
 * What each role may do, by table (`schema.*`: all tables, and what belongs to them). A version also grants what
 * the previous version needs, because that one may still run or come back (docs/upgrading.md).
 */
const grants = {
  web: {
    kysely_migration: read,
    parents: write,
    absences: all,
    absence_sources: all,
    source_absences: all,
    repeating_absences: all,
    settings: write,
    assignments: all,
    night_notes: all,
    night_weights: all,
    asks: write,
    history: 'select, insert',
    notices: write,
    accounts: all,
    sessions: all,
    access_tokens: all,
    invitations: write,
    identities: all,
    passkeys: all,
    recovery_codes: all,
    sign_in_attempts: all,
    // The version before needs them.
    sign_in_addresses: all,
    identity_states: all,
    confirmations: all,
    account_networks: all,
    account_notices: all,
    set_up_codes: all,
    share_links: write,
    oauth_token: all,
    calendar_settings: all,
    calendar_sync: all,
    calendar_events: all,
    imported_events: 'select, insert',
    own_calendar: write,
    own_events: all,
    notification_channels: read,
    disconnect_request: all,
    restoration: read,
    publication: write,
    notification_settings: all,
    notification_cursor: write,
    notification_deliveries: 'select, insert, update (email)',
    person_channels: all,
    push_keys: write,
    push_subscriptions: all,
    job_requests: write,
  },
  'webhook-ingest': {
    kysely_migration: read,
    notification_channels: 'select, update (resource_id, updated_at)',
    job_requests:
      'select, insert (kind, request_number), update (request_number, requested_at, next_attempt_at)',
  },
  'scheduler-worker': {
    kysely_migration: read,
    parents: seed,
    absences: read,
    absence_sources: 'select, update',
    source_absences: all,
    repeating_absences: read,
    settings: `${seed}, update (last_planned_on, clock_seen_at)`,
    assignments: all,
    night_notes: read,
    night_weights: read,
    asks: 'select, update',
    history: 'select, insert',
    notices: write,
    accounts: read,
    sessions: 'select (email, created_at, last_seen_at), delete',
    invitations: 'select (expires_at), delete',
    // For mail with a link to a new password.
    identities: 'select (id, email, version)',
    sign_in_attempts: 'select (last_at), delete',
    sign_in_addresses: 'select (last_at), delete',
    account_networks: 'select (last_at), delete',
    oauth_token: all,
    calendar_settings: all,
    calendar_sync: all,
    calendar_events: all,
    imported_events: 'select, update (taken_at)',
    own_calendar: write,
    own_events: all,
    notification_channels: write,
    disconnect_request: all,
    restoration: 'select, update',
    publication: read,
    notification_settings: read,
    notification_cursor: 'select, update',
    notification_deliveries: all,
    person_channels: 'select, update (is_on)',
    push_keys: write,
    push_subscriptions: 'select, delete',
    job_requests: write,
  },
  publisher: {
    kysely_migration: read,
    parents: seed,
    settings: seed,
    assignments: read,
    publication: 'select, update',
    published_files: all,
    job_requests: write,
  },
  vault: {
    'vault.migration': read,
    'vault.accounts': all,
    'vault.tokens': all,
    'vault.sign_in_attempts': all,
    'vault.sign_in_addresses': all,
    'vault.vaults': all,
    'vault.sites': all,
    'vault.files': all,
    'vault.moved_files': all,
    'vault.notes': all,
  },
  backup: {
    'public.*': read,
    'vault.*': read,
    // What a restore would make harmful or useless, and no backup has.
    sessions: none,
    job_requests: none,
    notification_deliveries: none,
    calendar_sync: none,
    restoration: none,
    sign_in_attempts: none,
    sign_in_addresses: none,
    identity_states: none,
    confirmations: none,
    account_networks: none,
    account_notices: none,
    set_up_codes: none,
    'vault.tokens': none,
    'vault.sign_in_attempts': none,
    'vault.sign_in_addresses': none,
  },
} satisfies Record<string, Readonly<Record<string, string>>>

type Service = keyof typeof grants

// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const services = Object.keys(grants) as Service[]

/** The roles that sign in: one for each service, one for backups, which only reads, and the owner of the tables. */
export const roles = ['owner', ...services] as const

export type Role = (typeof roles)[number]

// Any number that nothing else of this database locks.
const grantsLock = 20_261_125

/**
 * Grants each role what it may do with the tables that there are, and takes away everything else. Roles that do not
 * exist are skipped: without any, the services sign in as the owner of the tables. Run it as that owner.
 */
export async function grantToRoles<Tables>(db: Kysely<Tables>) {
  const { rows } = await sql<{ name: string }>`
    select rolname as name from pg_roles where rolname = any(${roles.map(roleName)})`.execute(db)
  const present = new Set(rows.map(({ name }) => name))
  const receiving = services.filter(role => present.has(roleName(role)))
  if (receiving.length === 0) return
  const relations = await readRelations(db)
  const statements = receiving.flatMap(role => statementsFor(role, relations))
  // One statement, so that no role is without rights meanwhile. Two migrators at once would change the same catalog rows.
  const lock = `perform pg_advisory_xact_lock(${grantsLock})`
  await sql.raw(`do $grants$ begin ${[lock, ...statements].join('; ')}; end $grants$`).execute(db)
}

interface Relation {
  schema: (typeof ourSchemas)[number]
  name: string
  isSequence: boolean
}

/** Our tables and sequences; another application's belong to another role. */
async function readRelations<Tables>(db: Kysely<Tables>): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    select nspname as schema, relname as name, relkind = 'S' as "isSequence"
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = any(${ourSchemas}) and relkind in ('r', 'p', 'S')
        and pg_has_role(relowner, 'usage')
      order by 1, 2`.execute(db)
  return rows
}

function statementsFor(role: Service, relations: readonly Relation[]): string[] {
  const schemas = new Set<string>()
  const each = relations.flatMap(relation => {
    const { schema, isSequence } = relation
    const place = `${isSequence ? 'sequence' : 'table'} ${schema}.${relation.name}`
    const privileges = privilegesOn(role, relation)
    const revoke = `revoke all on ${place} from ${roleName(role)}`
    if (privileges === none) return [revoke]
    schemas.add(schema)
    return [revoke, `grant ${privileges} on ${place} to ${roleName(role)}`]
  })
  return [...[...schemas].map(schema => enter(roleName(role), schema)), ...each]
}

// Everyone may enter `public`, unless a database was made otherwise.
function enter(role: string, schema: string): string {
  return `if not has_schema_privilege('${role}', '${schema}', 'usage') then
    grant usage on schema ${schema} to ${role}; end if`
}

function privilegesOn(role: Service, { schema, name, isSequence }: Relation): string {
  const own: Readonly<Record<string, string>> = grants[role]
  const wholeSchema = own[`${schema}.*`] ?? none
  if (isSequence) return wholeSchema
  return own[schema === 'public' ? name : `${schema}.${name}`] ?? wholeSchema
}
