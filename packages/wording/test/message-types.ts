import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { languages } from '../src/languages.ts'
import { companion, providerArguments } from '../src/speech.ts'

type Part = ReturnType<IntlMessageFormat['getAst']>[number]

/** The parser's type of a plain argument. */
const argument = new IntlMessageFormat('{x}', 'en').getAst()[0]?.type

export const folder = new URL('../languages/', import.meta.url)

/** The texts of a language, by key. */
export function textsOf(language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Record<
    string,
    string
  >
}

/** What each language calls itself, by code. */
export function languageNames(): Record<string, string> {
  const named = languages.map(code => [code, textsOf(code)['language.name'] ?? ''])
  return Object.fromEntries(named) as Record<string, string>
}

/** The keys of the texts that a language lacks, or has in the words of English: at least three in a row. */
export function withoutTranslation(language: string): string[] {
  const texts = textsOf(language)
  const isSaid = (key: string, english: string) =>
    texts[key] !== undefined &&
    (texts[key] !== english || language === 'en' || !/\p{L}+ \p{L}+ \p{L}+/u.test(english))
  return Object.entries(textsOf('en'))
    .filter(([key, english]) => !isSaid(key, english))
    .map(([key]) => key)
}

/** The argument that a select looks at: it is always a person. */
function personOf(selected: string): string {
  if (!selected.endsWith(companion)) throw new Error(`A message selects by ${selected}`)
  return selected.slice(0, -companion.length)
}

const filledIn = new Set<string>(providerArguments)

/** The arguments of a message that its callers give: names and types. */
export function argumentsOf(text: string): Record<string, string> {
  const found = new Map<string, string>()
  const visit = (parts: readonly Part[]) => {
    for (const part of parts) {
      if ('options' in part) {
        if ('pluralType' in part) found.set(part.value, 'number')
        else found.set(personOf(part.value), 'Who')
        for (const { value } of Object.values(part.options)) visit(value)
      } else if ('style' in part) found.set(part.value, 'number')
      else if (part.type === argument && 'value' in part && !found.has(part.value))
        found.set(part.value, 'Value')
    }
  }
  visit(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
  const given = [...found].filter(([name]) => !filledIn.has(name))
  return Object.fromEntries(given.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The contents of src/messages.ts: a line for each message with arguments. */
export function messageTypes(): string {
  const lines = Object.entries(textsOf('en')).flatMap(([key, text]) => {
    const values = Object.entries(argumentsOf(text)).map(([name, type]) => `${name}: ${type}`)
    return values.length === 0 ? [] : [`  '${key}': { ${values.join('; ')} }\n`]
  })
  return `// Written by test/write-messages.ts from languages/en.json.
import type english from '../languages/en.json'
import type { MessageValue } from './message-value.ts'
import type { Person } from './people.ts'

/** The key of a message. */
export type MessageKey = keyof typeof english

/** Text or dates, but no person: such a message would name its reader. */
type Value = Exclude<MessageValue, Person>
/** Someone whom the message addresses if they read it. */
type Who = string | Person

/** The arguments of each message that has any. */
// prettier-ignore
export interface Arguments {
${lines.join('')}}
`
}
