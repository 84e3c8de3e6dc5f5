/** What a script of Scriptable showed. */
export interface ShownWidget {
  /** The lines of the widget. */
  texts: string[]
  /** Where it is: on the Home Screen, or as a preview in the app. */
  shown: 'widget' | 'small' | null
  completed: boolean
}

/**
 * Runs a script with stand-ins for what Scriptable documents (https://docs.scriptable.app). They take nothing that is not
 * documented: the script would fail here as it would there. Requests are real.
 */
export async function runWidget(
  script: string,
  { runsInWidget = true }: { runsInWidget?: boolean } = {},
): Promise<ShownWidget> {
  const result: ShownWidget = { texts: [], shown: null, completed: false }
  const Font = Object.freeze({
    caption1: () => 'caption1',
    boldSystemFont: (size: number) => `bold ${size}`,
  })

  class Request {
    headers: Record<string, string> = {}
    response: { statusCode?: number } = {}
    url: string

    constructor(url: string) {
      this.url = url
      Object.seal(this)
    }

    async loadJSON(): Promise<unknown> {
      const answer = await fetch(this.url, { headers: this.headers })
      this.response = { statusCode: answer.status }
      return answer.json()
    }
  }

  class ListWidget {
    url: string | null = null
    refreshAfterDate: Date | null = null

    constructor() {
      Object.seal(this)
    }

    addText(text: unknown) {
      // Scriptable takes a string only.
      if (typeof text !== 'string') throw new TypeError('Expected value of type string')
      result.texts.push(text)
      return Object.seal({ font: '', text })
    }

    async presentSmall(): Promise<void> {
      result.shown = 'small'
    }
  }

  const Script = Object.freeze({
    setWidget(widget: unknown) {
      if (!(widget instanceof ListWidget)) throw new TypeError('Expected value of type ListWidget')
      result.shown = 'widget'
    },
    complete() {
      result.completed = true
    },
  })

  const globals = { Request, ListWidget, Font, Script, config: Object.freeze({ runsInWidget }) }
  const AsyncFunction = async function () {}.constructor as FunctionConstructor
  const run: unknown = AsyncFunction(...Object.keys(globals), `'use strict'\n${script}`)
  await (run as (...values: unknown[]) => Promise<void>)(...Object.values(globals))
  return result
}
