import { languages, wording } from '@night-routine/wording'

/**
 * The titles of an open night, in the household's language first. A title in another language may still be in
 * the calendar.
 */
export function openNightTitles(language: string): string[] {
  const spoken = [language, ...languages.filter(other => other !== language)]
  return spoken.map(one => wording(one).say('event.openNight'))
}
