import { Type, type TProperties, type TSchema } from 'typebox'
import { foldEmail, isNetwork, isTimeZone, readUrl } from './values.ts'

/** The value of a setting. */
export type SettingValue = string | number | boolean | readonly string[]

/** The parts of a JSON Schema that a setting may use; other parts are ignored. */
export interface Setting extends TSchema {
  readonly type?: 'string' | 'integer' | 'boolean' | 'array'
  readonly enum?: readonly string[]
  readonly format?: Format
  readonly minimum?: number
  readonly maximum?: number
  /** Items of a list are texts. */
  readonly items?: Setting
  readonly minItems?: number
  readonly default?: SettingValue
  readonly description?: string
  /** Its value is never printed and may come from a file. */
  readonly secret?: boolean
  /** What else is wrong with a value, as a sentence. */
  readonly fault?: (given: SettingToCheck) => string | undefined
  /** The choice that it belongs to; see `onlyWith`. */
  readonly choice?: Choice
}

/** A value, and what it may depend on. */
export interface SettingToCheck {
  readonly name: string
  readonly value: SettingValue
  /** The settings that could be read; a service has only some of them. */
  readonly others: Readonly<Record<string, SettingValue>>
  readonly production: boolean
}

interface Choice {
  readonly setting: string
  readonly value: string
  readonly required: readonly string[]
}

const webProtocols = ['http:', 'https:']

/** The formats of texts: the expected value in words that end a sentence, and the normalized value. */
const formats = {
  text: { expects: 'a text', read: text => text },
  origin: {
    expects: 'an address without a path, such as https://nights.example.org',
    read: text => {
      const url = readUrl(text, webProtocols)
      const bare = url?.pathname === '/' && `${url.search}${url.hash}${url.username}` === ''
      return bare ? url.origin : undefined
    },
  },
  endpoint: {
    expects: 'an address such as https://example.org/path',
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
    // `process:` is for services that run in one process; only services/home sets it.
    read: text =>
      text.startsWith('process:') ||
      readUrl(text, ['redis:', 'rediss:', 'redis+cluster:', 'rediss+cluster:'])
        ? text
        : undefined,
  },
  smtp: {
    expects:
      'the address of a mail server, such as smtps://user:password@host:465; smtp:// requires STARTTLS, and ' +
      'smtp+plain:// uses no TLS',
    // `readMailServer` says what is wrong with one.
    read: text => text,
  },
  mqtt: {
    expects:
      'the address of an MQTT broker, such as mqtt://user:password@host:1883; mqtts:// with TLS',
    // `readMqttBroker` says what is wrong with one.
    read: text => text,
  },
  // `#` and `+` are wildcards of MQTT, and topics with `$` first belong to the broker.
  topic: {
    expects: 'the name of an MQTT topic without wildcards, such as homeassistant',
    read: text => matched(/^[^\s#+/$\p{C}][^\s#+/\p{C}]*(?:\/[^\s#+/\p{C}]+)*$/u, text),
  },
  'e-mail': {
    expects: 'an e-mail address',
    read: text => matched(/^[^\s@,]+@[^\s@,.]+(?:\.[^\s@,.]+)+$/, foldEmail(text)),
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
    read: text => matched(/^[^\p{C}[\]［］]{1,80}$/u, text),
  },
  hsts: {
    expects:
      'such as max-age=31536000; includeSubDomains, and max-age=0 to have browsers forget it',
    read: text => matched(/^max-age=\d{1,9}(?:; includeSubDomains(?:; preload)?)?$/, text),
  },
  'header-prefix': {
    expects: 'the start of a header name, such as x-goog-',
    read: text => matched(/^[\w-]{1,40}$/, text)?.toLowerCase(),
  },
} as const satisfies Record<string, { expects: string; read: (text: string) => string | undefined }>

type Options = Pick<Setting, 'default' | 'secret' | 'minItems' | 'fault'>
type Format = keyof typeof formats

/** One entry of a table of settings. Without a default, a text, a number or a list has to be set. */
export const setting = {
  text: (format: Format, description: string, options: Options = {}) =>
    Type.String({ format, description, ...options }),
  /** A text that may be unset. */
  optional: (format: Format, description: string, options: Options = {}) =>
    Type.Optional(Type.String({ format, description, ...options })),
  integer: (
    [minimum, maximum]: readonly [number, number],
    description: string,
    options: Options = {},
  ) => Type.Integer({ minimum, maximum, description, ...options }),
  /** True or false; false by default. */
  flag: (description: string) => Type.Boolean({ description, default: false }),
  /** Texts between commas. */
  list: (format: Format, description: string, options: Options = {}) =>
    Type.Array(Type.String({ format }), { description, ...options }),
}

/** Settings that are read, and required, only when another one, before them in the schema, has this value. */
export function onlyWith<const Settings extends TProperties>(
  choice: Pick<Choice, 'setting' | 'value'>,
  settings: Settings,
) {
  const all = Type.Object(settings)
  const required: unknown = all.required
  const { properties } = Type.Partial(all)
  for (const property of Object.values<object>(properties))
    Object.assign(property, { choice: { ...choice, required: required ?? [] } })
  return properties
}

/** The accepted values in words that end a sentence: "a whole number from 0 to 65535". */
export function expectation(schema: Setting): string {
  const { type, format = 'text', minimum = '-∞', maximum = '∞' } = schema
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'array') return `a comma list, each ${expectation(schema.items ?? {})}`
  return formats[format].expects
}

/** What to do in place of a refused text, as a sentence after a space; empty where the expectation says it. */
export function advice({ format }: Setting, text: string): string {
  const { pathname = '/', hostname = '' } = readUrl(text, webProtocols) ?? {}
  // One origin is one installation: docs/decisions/0022-one-origin-one-container.md.
  return format === 'origin' && pathname !== '/'
    ? ` A path below ${hostname} cannot work. Give Night Routine its own name, such as nights.${hostname}.`
    : ''
}

/** Parses the text of a variable strictly: no `0x10`, no `1e3`, no `yes`. Returns undefined for invalid text. */
export function readSetting(schema: Setting, text: string): SettingValue | undefined {
  if (schema.type === 'boolean') return { true: true, false: false }[text]
  if (schema.type === 'integer') return readInteger(schema, text)
  if (schema.type === 'array') return readList(schema, text)
  return readText(schema, text)
}

function readText({ format = 'text', enum: allowed }: Setting, text: string): string | undefined {
  return allowed && !allowed.includes(text) ? undefined : formats[format].read(text)
}

function readInteger({ minimum = -Infinity, maximum = Infinity }: Setting, text: string) {
  const number = /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return number >= minimum && number <= maximum ? number : undefined
}

function readList({ items = {}, minItems = 0 }: Setting, text: string) {
  const parts = text.split(/[,\n]/).flatMap(part => part.trim() || [])
  const values = parts.flatMap(part => readText(items, part) ?? [])
  return values.length === parts.length && values.length >= minItems ? values : undefined
}

function matched(pattern: RegExp, text: string): string | undefined {
  return pattern.test(text) ? text : undefined
}
