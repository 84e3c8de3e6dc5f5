import { wording, type Message } from '@night-routine/wording'
import type Handlebars from 'handlebars'
import type { Frame } from './frame.ts'

type Engine = typeof Handlebars
type Values = Message['values']
interface Said {
  hash: Values
  data: { root: { frame: Pick<Frame, 'language'> } }
}

/**
 * Gives templates their words, in the language of the page's frame: `{{t "night.close"}}`, and
 * `{{tNames "night.giveTo" name=name}}` where a value is somebody's name in running text, which then
 * cannot turn the direction of the sentence around it.
 */
export function templateWords(engine: Engine): void {
  engine.registerHelper('t', (key: string, said: Said) => tell(key, said.hash, said))
  engine.registerHelper('tNames', (key: string, said: Said) => {
    const isolated: Record<string, Values[string]> = {}
    for (const [name, value] of Object.entries(said.hash))
      isolated[name] =
        typeof value === 'string' ? `<bdi>${engine.escapeExpression(value)}</bdi>` : value
    // A message has no markup of its own: a test sees to it.
    return new engine.SafeString(tell(key, isolated, said))
  })
}

function tell(key: string, values: Values, { data }: Said): string {
  // Handlebars is strict with names of places, not with those of values.
  for (const [name, value] of Object.entries<unknown>(values))
    if (value === undefined || value === null)
      throw new Error(`${key} is said without its ${name}.`)
  // Templates are not compiled by TypeScript; a test compares their keys and values with the messages.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return wording(data.root.frame.language).tell({ key: key as Message['key'], values })
}
