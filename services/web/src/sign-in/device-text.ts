import * as bowser from 'bowser'

/** Longer than any browser and system name. */
const mostCharacters = 80

/** "Firefox, Android": enough to recognize the device, and all we keep of the header. Null if unknown. */
export function deviceText(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null
  const { browser, os } = bowser.parse(userAgent)
  const text = [browser.name, os.name].filter(Boolean).join(', ').slice(0, mostCharacters)
  return text === '' ? null : text
}
