import {
  isPerson,
  wordingFor,
  type Message,
  type Person,
  type Providers,
} from '@night-routine/wording'
import type Handlebars from 'handlebars'

type Engine = typeof Handlebars
type Values = Message['values']
interface Said {
  hash: Values
  data: { root: { frame: { language: string } } }
}

/**
 * Adds messages to templates, in the language of the page's frame: `{{t "night.close"}}`. For a name in
 * running text, `{{tNames "night.giveTo" name=name}}` isolates its writing direction; `{{tSaid one}}` prints what a view
 * has as text, or as the key of a text with a name.
 */
export function templateWording(engine: Engine, providers: Providers): void {
  function tell(key: string, values: Values, { data }: Said) {
    // Handlebars is strict about paths, not about hash values.
    for (const [name, value] of Object.entries<unknown>(values))
      if (value === undefined || value === null)
        throw new Error(`${key} is said without its ${name}.`)
    // TypeScript does not check templates; a test compares their keys and values with the messages.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const known = key as Message['key']
    return wordingFor(data.root.frame.language, providers).tell({ key: known, values })
  }
  const isolate = (name: string) => `<bdi>${engine.escapeExpression(name)}</bdi>`
  engine.registerHelper('t', (key: string, said: Said) => tell(key, said.hash, said))
  const withNames = (key: string, values: Values, said: Said) => {
    const isolated: Record<string, Values[string]> = {}
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'string') isolated[name] = isolate(value)
      else isolated[name] = isPerson(value) ? { ...value, name: isolate(value.name) } : value
    // Safe, because messages have no markup; a test checks that.
    return new engine.SafeString(tell(key, isolated, said))
  }
  engine.registerHelper('tNames', (key: string, said: Said) => withNames(key, said.hash, said))
  engine.registerHelper('tSaid', (one: SaidOfSomeone, said: Said) =>
    one.key === null || one.name === null ? one.text : withNames(one.key, { name: one.name }, said),
  )
}

/** A text, or the key of one that names a person. */
interface SaidOfSomeone {
  text: string
  key: string | null
  name: Person | null
}
