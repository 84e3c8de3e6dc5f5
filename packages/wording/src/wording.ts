import { en } from './en.ts'
import { explain, type ExplainedNight } from './explain.ts'
import type { Sentences } from './sentences.ts'

export type Language = 'en'

/** What can be said, in one language. Nothing is escaped: that belongs to the page or the file it goes into. */
export interface Wording {
  /** Why this person does this night: one sentence with the numbers that decided. */
  explain(night: ExplainedNight): string
  /** "Thursday 12 November" */
  night(date: Temporal.PlainDate): string
  /** "November 2026", of `2026-11` */
  month(month: string): string
  /** "Monday" or "Mon", of an ISO weekday: 1 (Monday) to 7 */
  weekday(weekday: number, length?: 'long' | 'short'): string
}

const languages: Record<Language, Sentences> = { en }

/** Sentences and dates of one language. */
export function wording(language: Language): Wording {
  const sentences = languages[language]
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(sentences.locale, { timeZone: 'UTC', ...options })
    return (date: Temporal.PlainDate) => formatter.format(date)
  }
  const month = format({ month: 'long', year: 'numeric' })
  const weekdays = { long: format({ weekday: 'long' }), short: format({ weekday: 'short' }) }
  return {
    explain: night => explain(sentences, night),
    night: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    month: text => month(Temporal.PlainDate.from(`${text}-01`)),
    weekday: (weekday, length = 'long') => weekdays[length](someMonday.add({ days: weekday - 1 })),
  }
}

const someMonday = Temporal.PlainDate.from('2026-01-05')
