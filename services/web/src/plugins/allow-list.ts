import { foldEmail } from '@night-routine/service'

/** The accounts that may sign in. An empty list, or one with an invalid entry, fails closed: it admits no one. */
export function allowList(emails: readonly string[]): (email: string) => boolean {
  const folded = emails.map(foldEmail)
  const listed = new Set(folded.every(email => /^[^\s@]+@[^\s@]+$/.test(email)) ? folded : [])
  return email => listed.has(foldEmail(email))
}

/** `s…@example.com`: identifies the refused account in the log without the full address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${email.slice(0, 1)}…${email.slice(at)}`
}
