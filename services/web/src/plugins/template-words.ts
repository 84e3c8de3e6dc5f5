import { wording, type Message } from '@night-routine/wording'
import type Handlebars from 'handlebars'
import type { Frame } from './frame.ts'

type Engine = typeof Handlebars
interface Said {
  hash: Message['values']
  data: { root: { frame: Pick<Frame, 'language'> } }
}

/**
 * Gives templates their words, in the language of the page's frame: `{{t "night.close"}}`, and
 * `{{tNames "night.giveTo" name=name}}` where a value is somebody's name in running text, which then
 * cannot turn the direction of the sentence around it.
 */
export function templateWords(engine: Engine): void {
  const tell = (key: string, values: Message['values'], { data }: Said) =>
    // Templates are not compiled by TypeScript; a test compares their keys and values with the messages.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    wording(data.root.frame.language).tell({ key: key as Message['key'], values })

  engine.registerHelper('t', (key: string, said: Said) => tell(key, said.hash, said))
  engine.registerHelper('tNames', (key: string, said: Said) => {
    const isolated = Object.entries(said.hash).map(([name, value]) => [
      name,
      typeof value === 'string' ? `<bdi>${engine.escapeExpression(value)}</bdi>` : value,
    ])
    // A message has no markup of its own: a test sees to it.
    return new engine.SafeString(tell(key, Object.fromEntries(isolated) as Message['values'], said))
  })
}
