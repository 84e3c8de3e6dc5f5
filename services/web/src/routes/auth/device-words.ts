import * as bowser from 'bowser'

/** Longer than any name of a browser and its system. */
const mostCharacters = 80

/**
 * "Firefox, Android": enough for a person to know the device again, and all that is kept of the
 * header. Null where the header does not say.
 */
export function deviceWords(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null
  const { browser, os } = bowser.parse(userAgent)
  const words = [browser.name, os.name].filter(Boolean).join(', ').slice(0, mostCharacters)
  return words === '' ? null : words
}
