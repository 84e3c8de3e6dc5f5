import { IntlMessageFormat } from 'intl-messageformat'
import type { MessageValue } from './message-value.ts'
import type { Messages } from './messages.ts'

export type MessageKey = keyof Messages

/** A sentence that is not said yet, because nobody knows in which language it will be. */
export interface Message {
  readonly key: MessageKey
  readonly values: Readonly<Record<string, MessageValue>>
}

/** The values that a message asks for; nothing for a message that asks for none. */
export type ValuesOf<Key extends MessageKey> =
  Messages[Key] extends Record<string, never> ? [] : [Messages[Key]]

/** A message with its values, to be said where the language is known. */
export function message<Key extends MessageKey>(key: Key, ...[values]: ValuesOf<Key>): Message {
  return { key, values: { ...values } }
}

/** Says messages in one language. */
export interface Speech {
  say: <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>) => string
  tell: (message: Message) => string
}

/**
 * @param texts of the language, by key
 * @param inWords how this language says values that are no text
 */
export function speech(
  locale: string,
  texts: ReadonlyMap<string, string>,
  inWords: (value: Exclude<MessageValue, string | number>) => string,
): Speech {
  const formats = new Map<string, IntlMessageFormat>()

  function formatOf(key: string) {
    const known = formats.get(key)
    if (known) return known
    const text = texts.get(key)
    if (text === undefined) throw new Error(`There is no message ${key} in ${locale}.`)
    // No markup in messages: what they say goes into pages, events and notes alike.
    const format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
    formats.set(key, format)
    return format
  }

  function tell({ key, values }: Message): string {
    const plain = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? inWords(value) : value,
    ])
    return String(formatOf(key).format(Object.fromEntries(plain)))
  }

  return { tell, say: (key, ...values) => tell(message(key, ...values)) }
}
