import { outsideDate } from '@night-routine/calendar'

/** The date in a text `YYYY-MM-DD`; undefined if empty or invalid. */
export function dateIn(text: string): Temporal.PlainDate | undefined {
  try {
    return outsideDate(text) ?? undefined
  } catch {
    return undefined
  }
}
