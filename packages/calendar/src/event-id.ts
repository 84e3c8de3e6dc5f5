import { createHash } from 'node:crypto'

const base32hex = '0123456789abcdefghijklmnopqrstuv'

/**
 * The id of a night's event: `nr` and 30 base32hex characters (150 bits of a SHA-256). A night always gets
 * the same id, so a repeated insert cannot create a second event. `generation` starts at 0 and is raised when
 * a removed event cannot be restored. Google takes a-v and 0-9, 5 to 1024 characters
 * (https://developers.google.com/workspace/calendar/api/v3/reference/events/insert).
 */
export function eventId(of: {
  installation: string
  calendarId: string
  night: Temporal.PlainDate
  generation: number
}): string {
  const parts = [of.installation, of.calendarId, of.night.toString(), of.generation]
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest()
  let bits = ''
  for (const byte of digest) bits += byte.toString(2).padStart(8, '0')
  let id = 'nr'
  for (let at = 0; at < 150; at += 5) id += base32hex[Number.parseInt(bits.slice(at, at + 5), 2)]
  return id
}
