import { isIP } from 'node:net'
import type { TSchema } from 'typebox'

/** The value of a setting. */
export type SettingValue = string | number | boolean | readonly string[]

/** The parts of a JSON Schema that a setting may use; other parts are ignored. */
export interface Setting extends TSchema {
  readonly type?: 'string' | 'integer' | 'boolean' | 'array'
  readonly enum?: readonly string[]
  readonly format?: keyof typeof formats
  readonly minimum?: number
  readonly maximum?: number
  /** Items of a list are texts. */
  readonly items?: Setting
  readonly minItems?: number
  readonly default?: SettingValue
  readonly description?: string
  /** Its value is never printed and may come from a file. */
  readonly secret?: boolean
}

/** A format of text: the expected value in words that end a sentence, and its normalized value. */
interface Format {
  readonly expects: string
  readonly read: (text: string) => string | undefined
}

const formats = {
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
    read: text => (readUrl(text, ['http:', 'https:']) ? text : undefined),
  },
  postgresql: {
    expects: 'the address of a database, such as postgres://user:password@host:5432/name',
    read: text => (readUrl(text, ['postgres:', 'postgresql:']) ? text : undefined),
  },
  redis: {
    expects:
      'the address of a Redis, such as redis://:password@host:6379; rediss:// with TLS, and ' +
      'redis+cluster:// or rediss+cluster:// for a node of a cluster',
    read: text =>
      readUrl(text, ['redis:', 'rediss:', 'redis+cluster:', 'rediss+cluster:']) ? text : undefined,
  },
  'e-mail': {
    expects: 'an e-mail address',
    read: text => matched(/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/, foldEmail(text)),
  },
  key: {
    expects: '32 random bytes in base64 or hex, as `openssl rand -base64 32` prints',
    read: text => matched(/^[0-9a-f]{64}$|^[\w+/-]{43}=?$/i, text),
  },
  network: {
    expects: 'an IP address or a range such as 10.0.0.0/8',
    read: text => (isNetwork(text) ? text : undefined),
  },
  zone: {
    expects: 'a time zone such as Europe/Paris',
    read: text => (isTimeZone(text) ? text : undefined),
  },
  name: {
    // A title in the calendar is `[Name] …`, so a name with brackets could not be read back.
    expects: 'a name of 1 to 80 characters without brackets and line breaks',
    read: text => matched(/^[^\p{C}[\]]{1,80}$/u, text),
  },
  'header-prefix': {
    expects: 'the beginning of the name of a header, such as x-goog-',
    read: text => matched(/^[\w-]{1,40}$/, text)?.toLowerCase(),
  },
} as const satisfies Record<string, Format>

/** The accepted values in words that end a sentence: "a whole number from 0 to 65535". */
export function expectation(setting: Setting): string {
  const { type, format, minimum = '-∞', maximum = '∞' } = setting
  if (setting.enum) return `one of ${setting.enum.join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'array') return `a comma list, each ${expectation(setting.items ?? {})}`
  return format ? formats[format].expects : 'a text'
}

/** Parses the text of a variable strictly: no `0x10`, no `1e3`, no `yes`. Returns undefined for invalid text. */
export function readSetting(setting: Setting, text: string): SettingValue | undefined {
  if (setting.type === 'boolean') return { true: true, false: false }[text]
  if (setting.type === 'integer') return readInteger(setting, text)
  if (setting.type === 'array') return readList(setting, text)
  return readText(setting, text)
}

function readText({ format, enum: words }: Setting, text: string): string | undefined {
  if (words) return words.includes(text) ? text : undefined
  return format ? formats[format].read(text) : text
}

function readInteger({ minimum = -Infinity, maximum = Infinity }: Setting, text: string) {
  const number = /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return number >= minimum && number <= maximum ? number : undefined
}

function readList({ items = {}, minItems = 0 }: Setting, text: string) {
  const parts = text.split(',').flatMap(part => part.trim() || [])
  const values = parts.flatMap(part => readText(items, part) ?? [])
  return values.length === parts.length && values.length >= minItems ? values : undefined
}

function matched(pattern: RegExp, text: string): string | undefined {
  return pattern.test(text) ? text : undefined
}

function readUrl(text: string, protocols: string[]): URL | undefined {
  const url = URL.parse(text)
  return url !== null && url.host !== '' && protocols.includes(url.protocol) ? url : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
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

/**
 * The form in which e-mail addresses of accounts are stored and compared: trimmed, with A to Z in lower case.
 * Other letters are not folded. `toLowerCase` turns the Kelvin sign (U+212A) into a k, as Unicode
 * normalization does, so another person's mailbox could pass for one on the allow list.
 */
export function foldEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())
}
