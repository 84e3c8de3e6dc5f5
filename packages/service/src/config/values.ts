import { isIP } from 'node:net'

/** The URL that a text is, if it has a host and one of these protocols. */
export function readUrl(text: string, protocols: string[]): URL | undefined {
  const url = URL.parse(text)
  return url !== null && url.host !== '' && protocols.includes(url.protocol) ? url : undefined
}

/** Whether this is an IP address or a range of them. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/** Whether this names a time zone. Intl does not list all, and an offset is none: a household lives by a place. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Z]/i.test(text)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}

/**
 * The form in which e-mail addresses are stored and compared: trimmed, with only A to Z in lower case. `toLowerCase`
 * turns the Kelvin sign (U+212A) into a k, so another person's mailbox could pass for one on the allow list.
 */
export function foldEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())
}
