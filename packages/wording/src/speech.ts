import { IntlMessageFormat } from 'intl-messageformat'
import { isPerson, type MessageValue } from './message-value.ts'
import type { Arguments, MessageKey } from './messages.ts'
import type { Person } from './people.ts'

export type { MessageKey } from './messages.ts'

/** Arguments that a wording fills in itself: what the providers of the installation are called. */
export const providerArguments = ['provider', 'calendarService', 'signInService'] as const

/** The end of an argument that says whether another one is the reader: `you` or `other`. */
export const companion = 'Is'

/** A key of a message without arguments. */
export type PlainKey = Exclude<MessageKey, keyof Arguments>

/** The rest of every key that begins with `Prefix.`. */
export type KeysBelow<Prefix extends string> = {
  [Key in MessageKey]: Key extends `${Prefix}.${infer Rest}` ? Rest : never
}[MessageKey]

/** A message to be rendered later, when the reader's language is known. */
export interface Message {
  readonly key: MessageKey
  readonly values: Readonly<Record<string, MessageValue>>
}

/** The arguments of a message; none for a message without any. */
export type ValuesOf<Key extends MessageKey> = Key extends keyof Arguments ? [Arguments[Key]] : []

/** A message with its values. */
export function message<Key extends MessageKey>(key: Key, ...[values]: ValuesOf<Key>): Message {
  return { key, values: { ...values } }
}

/** Renders messages in one language. */
export interface Speech {
  say: <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>) => string
  tell: (message: Message) => string
  /** Whether this is the key of a message; another version may have stored one that we don't have. */
  knows: (key: string) => key is MessageKey
}

/** Renders the texts of a language, by key; `providers` has the values of `providerArguments`. */
export function speech(
  locale: string,
  texts: ReadonlyMap<string, string>,
  providers: Record<(typeof providerArguments)[number], string>,
  formatValue: (value: Exclude<MessageValue, string | number | Person>) => string,
): Speech {
  const formats = new Map<string, string | IntlMessageFormat>()

  /** A text without arguments or escapes needs no formatter; most texts of a page have none. */
  function formatOf(key: string): string | IntlMessageFormat {
    const known = formats.get(key)
    if (known !== undefined) return known
    const text = texts.get(key)
    if (text === undefined) throw new Error(`Unknown message ${key} in ${locale}`)
    const format = /[{'#]/.test(text)
      ? // Messages have no markup: the same text goes into pages, events and notes.
        new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
      : text
    formats.set(key, format)
    return format
  }

  function tell({ key, values }: Message): string {
    const format = formatOf(key)
    if (typeof format === 'string') return format
    const plain: Record<string, string | number> = { ...providers }
    for (const [name, value] of Object.entries(values)) {
      plain[name + companion] = isPerson(value) && value.isReader ? 'you' : 'other'
      if (isPerson(value)) plain[name] = value.name
      else plain[name] = typeof value === 'object' ? formatValue(value) : value
    }
    const said = String(format.format(plain))
    // A provider may be called “the calendar server”, also where a sentence starts.
    const isFirst = beginsWithProvider.test(texts.get(key) ?? '')
    return isFirst ? said.replace(/^./u, letter => letter.toLocaleUpperCase()) : said
  }

  return {
    tell,
    say: (key, ...values) => tell(message(key, ...values)),
    knows: (key): key is MessageKey => texts.has(key),
  }
}

// What an identity provider calls itself is a name, which may begin with a small letter.
const beginsWithProvider = /^\{(provider|calendarService)\}/
