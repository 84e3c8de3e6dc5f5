export { assignment, inTurn, sitter } from '@night-routine/testing/database'

export const day = (text: string) => Temporal.PlainDate.from(text)
export const at = (text: string) => Temporal.Instant.from(text)

export const people = { names: { a: 'Alex', b: 'Robin' } }
export const settings = {
  installation: '3f1d6c1e-9c0a-4e07-9d55-0f6f0a8f1a11',
  timeZone: 'Europe/Paris',
  dayTurnsAtHour: 4,
}
