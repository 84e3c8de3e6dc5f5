import { foldEmail } from '@night-routine/service'

/**
 * Who may enter. A list that is empty, or holds anything that is not an address, admits nobody:
 * a slip in the list must never open the door.
 */
export function allowList(emails: readonly string[]): (email: string) => boolean {
  const folded = emails.map(foldEmail)
  const listed = new Set(folded.every(email => /^[^\s@]+@[^\s@]+$/.test(email)) ? folded : [])
  return email => listed.has(foldEmail(email))
}

/** `s…@example.com`: enough for the log to tell who was refused, and no address to harvest. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${email.slice(0, 1)}…${email.slice(at)}`
}
