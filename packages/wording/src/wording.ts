import { datesIn, type Dates } from './dates.ts'
import { en } from './en.ts'
import { explain, type ExplainedNight } from './explain.ts'
import type { Sentences } from './sentences.ts'

/**
 * What can be said in one language. Nothing is escaped: that belongs to the page, event or note
 * that the words go into.
 */
export interface Wording extends Omit<Dates, 'range'> {
  /** Why this person does this night: one sentence, with the numbers that decided. */
  explain(night: ExplainedNight): string
}

const spoken: ReadonlyMap<string, Sentences> = new Map([['en', en]])

/** The codes of the languages that we speak. */
export const languages: readonly string[] = [...spoken.keys()]

/** The sentences and dates of a language, by its code; English where we do not speak it. */
export function wording(language: string): Wording {
  const sentences = spoken.get(language) ?? en
  const { range, ...dates } = datesIn(sentences.locale)
  return { ...dates, explain: night => explain(night, sentences, range) }
}
