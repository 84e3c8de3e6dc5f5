/** PostgreSQL's classes of trouble that pass: connection, resources, shutdown and start-up, a standby that only reads. */
const passing = /^(08|53|57P0|25006)/

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])

/** Whether this error of the driver means that the database cannot be reached right now, so that a retry may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    passing.test(code) ||
    unreachable.has(code) ||
    // The pool and the client end these without a code; the last is what a rollback on a connection
    // that was just lost says, in place of the error that led to it.
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}
