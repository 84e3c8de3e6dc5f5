export { assignment, inTurn, sitter } from '@night-routine/testing/database'

export const day = (text: string) => Temporal.PlainDate.from(text)
export const month = (text: string) => Temporal.PlainYearMonth.from(text)
export const at = (text: string) => Temporal.Instant.from(text)
