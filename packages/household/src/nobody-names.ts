import { languages, wording } from '@night-routine/wording'

/**
 * What titles say where nobody does the night, in the household's language first: one that was written
 * in another language may still stand there.
 */
export function nobodyNames(language: string): string[] {
  const spoken = [language, ...languages.filter(other => other !== language)]
  return spoken.map(one => wording(one).say('event.nobodyYet'))
}
