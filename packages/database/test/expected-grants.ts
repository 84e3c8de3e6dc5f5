import type { Role } from '@night-routine/database'

export type Service = Exclude<Role, 'owner'>

/**
 * What each role needs of each table: Select, Insert, Update, Delete. A letter in brackets is allowed for some
 * columns only. Written apart from the code that grants it: a new table needs a line here, too.
 */
export const expected: Record<string, Partial<Record<Service, string>>> = {
  'public.absence_sources': { web: 'SIUD', 'scheduler-worker': 'SU', backup: 'S' },
  'public.absences': { web: 'SIUD', 'scheduler-worker': 'S', backup: 'S' },
  'public.accounts': { web: 'SIUD', 'scheduler-worker': 'S', backup: 'S' },
  'public.asks': { web: 'SIU', 'scheduler-worker': 'SU', backup: 'S' },
  'public.assignments': {
    web: 'SIUD',
    'scheduler-worker': 'SIUD',
    publisher: 'S',
    backup: 'S',
  },
  'public.calendar_events': { web: 'SIUD', 'scheduler-worker': 'SIUD', backup: 'S' },
  'public.calendar_settings': { web: 'SIUD', 'scheduler-worker': 'SIUD', backup: 'S' },
  'public.calendar_sync': { web: 'SIUD', 'scheduler-worker': 'SIUD' },
  'public.disconnect_request': { web: 'SIUD', 'scheduler-worker': 'SIUD', backup: 'S' },
  'public.history': { web: 'SI', 'scheduler-worker': 'SI', backup: 'S' },
  'public.identities': { web: 'SIUD', 'scheduler-worker': '(S)', backup: 'S' },
  'public.identity_states': { web: 'SIUD' },
  'public.installation_settings': { backup: 'S' },
  'public.invitations': { web: 'SIU', 'scheduler-worker': '(S)D', backup: 'S' },
  'public.job_requests': {
    web: 'SIU',
    'webhook-ingest': 'S(IU)',
    'scheduler-worker': 'SIU',
    publisher: 'SIU',
  },
  'public.kysely_migration': {
    web: 'S',
    'webhook-ingest': 'S',
    'scheduler-worker': 'S',
    publisher: 'S',
    backup: 'S',
  },
  'public.kysely_migration_lock': { backup: 'S' },
  'public.night_notes': { web: 'SIUD', 'scheduler-worker': 'S', backup: 'S' },
  'public.night_weights': { web: 'SIUD', 'scheduler-worker': 'S', backup: 'S' },
  'public.notices': { web: 'SIU', 'scheduler-worker': 'SIU', backup: 'S' },
  'public.notification_channels': {
    web: 'S',
    'webhook-ingest': 'S(U)',
    'scheduler-worker': 'SIU',
    backup: 'S',
  },
  'public.notification_cursor': { web: 'SIU', 'scheduler-worker': 'SU', backup: 'S' },
  'public.notification_deliveries': { web: 'SI', 'scheduler-worker': 'SIUD' },
  'public.notification_settings': { web: 'SIUD', 'scheduler-worker': 'S', backup: 'S' },
  'public.oauth_token': { web: 'SIUD', 'scheduler-worker': 'SIUD', backup: 'S' },
  'public.parents': { web: 'SIU', 'scheduler-worker': 'SI', publisher: 'SI', backup: 'S' },
  'public.passkeys': { web: 'SIUD', backup: 'S' },
  'public.publication': {
    web: 'SIU',
    'scheduler-worker': 'S',
    publisher: 'SU',
    backup: 'S',
  },
  'public.published_files': { publisher: 'SIUD', backup: 'S' },
  'public.push_keys': { web: 'SIU', 'scheduler-worker': 'SIU', backup: 'S' },
  'public.push_subscriptions': { web: 'SIUD', 'scheduler-worker': 'SD', backup: 'S' },
  'public.recovery_codes': { web: 'SIUD', backup: 'S' },
  'public.repeating_absences': { web: 'SIUD', 'scheduler-worker': 'S', backup: 'S' },
  'public.restoration': { web: 'S', 'scheduler-worker': 'SU' },
  'public.sessions': { web: 'SIUD', 'scheduler-worker': '(S)D' },
  'public.settings': {
    web: 'SIU',
    'scheduler-worker': 'SI(U)',
    publisher: 'SI',
    backup: 'S',
  },
  'public.share_links': { web: 'SIU', backup: 'S' },
  'public.sign_in_addresses': { web: 'SIUD', 'scheduler-worker': '(S)D' },
  'public.sign_in_attempts': { web: 'SIUD', 'scheduler-worker': '(S)D' },
  'public.source_absences': { web: 'SIUD', 'scheduler-worker': 'SIUD', backup: 'S' },
  'vault.accounts': { vault: 'SIUD', backup: 'S' },
  'vault.files': { vault: 'SIUD', backup: 'S' },
  'vault.migration': { vault: 'S', backup: 'S' },
  'vault.migration_lock': { backup: 'S' },
  'vault.notes': { vault: 'SIUD', backup: 'S' },
  'vault.sign_in_addresses': { vault: 'SIUD' },
  'vault.sign_in_attempts': { vault: 'SIUD' },
  'vault.sites': { vault: 'SIUD', backup: 'S' },
  'vault.tokens': { vault: 'SIUD' },
  'vault.vaults': { vault: 'SIUD', backup: 'S' },
}

/** The columns that a role may use where it may not use the whole table. */
export const someColumns: Record<string, readonly string[]> = {
  'webhook-ingest update public.notification_channels': ['resource_id', 'updated_at'],
  'webhook-ingest insert public.job_requests': ['kind', 'request_number'],
  'webhook-ingest update public.job_requests': [
    'next_attempt_at',
    'request_number',
    'requested_at',
  ],
  'scheduler-worker select public.sessions': ['created_at', 'last_seen_at'],
  'scheduler-worker select public.invitations': ['expires_at'],
  'scheduler-worker select public.identities': ['email', 'id', 'version'],
  'scheduler-worker select public.sign_in_attempts': ['last_at'],
  'scheduler-worker select public.sign_in_addresses': ['last_at'],
  'scheduler-worker update public.settings': ['last_planned_on'],
}
