import { isIP } from 'node:net'
import { foldEmail } from '../fold-email.ts'

/** A format of text settings: the expected value in words that end a sentence, and its parser. */
interface Format {
  readonly expects: string
  /** The normalized value, or undefined for invalid text. */
  read(text: string): string | undefined
}

const redisSchemes = ['redis:', 'rediss:', 'redis+cluster:', 'rediss+cluster:']

/** Every `format` of a text setting. */
export const formats = {
  origin: {
    expects: 'an address without a path, such as https://routine.example.org',
    read: text => {
      const url = readUrl(text, ['http:', 'https:'])
      const bare = url?.pathname === '/' && `${url.search}${url.hash}${url.username}` === ''
      return bare ? url.origin : undefined
    },
  },
  endpoint: {
    expects: 'an address such as https://accounts.example.org/token',
    read: text => keepIf(text, readUrl(text, ['http:', 'https:']) !== undefined),
  },
  postgresql: {
    expects: 'the address of a database, such as postgres://user:password@host:5432/name',
    read: text => keepIf(text, readUrl(text, ['postgres:', 'postgresql:']) !== undefined),
  },
  redis: {
    expects:
      'the address of a Redis, such as redis://:password@host:6379; rediss:// with TLS, and ' +
      'redis+cluster:// or rediss+cluster:// for a node of a cluster',
    read: text => keepIf(text, readUrl(text, redisSchemes) !== undefined),
  },
  smtp: {
    expects:
      'the address of a mail server, such as smtps://user:password@host:465; smtp:// requires STARTTLS, and ' +
      'smtp+plain:// uses no TLS',
    read: text => keepIf(text, readUrl(text, ['smtps:', 'smtp:', 'smtp+plain:']) !== undefined),
  },
  'e-mail': {
    expects: 'an e-mail address',
    read: text => keepIf(foldEmail(text), /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/.test(text)),
  },
  key: {
    expects: '32 random bytes in base64 or hex, as `openssl rand -base64 32` prints',
    read: text => keepIf(text, /^[0-9a-f]{64}$|^[\w+/-]{43}=?$/i.test(text)),
  },
  network: {
    expects: 'an IP address or a range such as 10.0.0.0/8',
    read: text => keepIf(text, isNetwork(text)),
  },
  zone: {
    expects: 'a time zone such as Europe/Paris',
    read: text => keepIf(text, isTimeZone(text)),
  },
  name: {
    // A title in the calendar is `[Name] …`, so a name with brackets could not be read back.
    expects: 'a name of 1 to 80 characters without brackets and line breaks',
    read: text => keepIf(text, /^[^\p{C}[\]]{1,80}$/u.test(text)),
  },
  'header-prefix': {
    expects: 'the beginning of the name of a header, such as x-goog-',
    read: text => keepIf(text.toLowerCase(), /^[\w-]{1,40}$/.test(text)),
  },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

function keepIf(text: string, fits: boolean): string | undefined {
  return fits ? text : undefined
}

function readUrl(text: string, protocols: string[]): URL | undefined {
  const url = URL.parse(text)
  return url !== null && url.host !== '' && protocols.includes(url.protocol) ? url : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function isTimeZone(text: string): boolean {
  // Temporal also accepts offsets as zones, but a household lives by the clock of a place.
  if (!/^[A-Z]/i.test(text)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}
