import { MigrationRefusal } from '@night-routine/database'
import { RecoveryError } from '../recovery/recovery-error.ts'

const unreachable = /^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)|^connection timeout$/

/** Explains a failure to reach or use the database; undefined for a bug of ours. */
export function sentenceFor(error: unknown, url: string): string | undefined {
  if (error instanceof MigrationRefusal || error instanceof RecoveryError) return error.message
  const place = URL.parse(url)
  const code = codeOf(error)
  if (unreachable.test(code))
    return (
      `PostgreSQL does not answer at ${place?.host} (${code}). ` +
      'Check that it runs and that DATABASE_URL names it.'
    )
  switch (code) {
    case '28P01':
      return (
        `PostgreSQL refuses the password in DATABASE_URL (secrets/database-url) for ${place?.username}. A volume ` +
        'keeps the password it was made with: put the secrets of that time back.'
      )
    case '3D000':
      return `PostgreSQL has no database ${place?.pathname.slice(1)}. Create it, or correct DATABASE_URL.`
    case '53100':
      return 'The disk of PostgreSQL is full. Make room on it, then run this again.'
    default:
      return undefined
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (/timeout exceeded when trying to connect|timeout expired/.test(error.message))
    return 'connection timeout'
  return 'code' in error ? String(error.code) : ''
}
