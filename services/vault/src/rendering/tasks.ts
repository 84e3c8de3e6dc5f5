import type { MarkdownIt, StateCore } from 'markdown-it'

/** The kinds of tasks: the sign in `- [ ] task` as the themes of the editor read it, and what the box shows. */
const kinds = {
  open: { signs: ' ', shown: '' },
  done: { signs: 'xX', shown: '' },
  cancelled: { signs: '-', shown: '–' },
  moved: { signs: '>', shown: '›' },
  scheduled: { signs: '<', shown: '‹' },
  started: { signs: '/', shown: '◐' },
  important: { signs: '!', shown: '!' },
  question: { signs: '?', shown: '?' },
  star: { signs: '*', shown: '★' },
  quote: { signs: '"', shown: '“' },
  place: { signs: 'l', shown: '⌖' },
  bookmark: { signs: 'b', shown: '⚑' },
  information: { signs: 'i', shown: 'i' },
  savings: { signs: 'S', shown: '$' },
  idea: { signs: 'I', shown: '✶' },
  pro: { signs: 'p', shown: '+' },
  con: { signs: 'c', shown: '−' },
  urgent: { signs: 'f', shown: '‼' },
  key: { signs: 'k', shown: '⚿' },
  win: { signs: 'w', shown: '♛' },
  up: { signs: 'u', shown: '↑' },
  down: { signs: 'd', shown: '↓' },
}

export type TaskKind = keyof typeof kinds

export const taskKinds = Object.keys(kinds)

const bySign = new Map(
  Object.entries(kinds).flatMap(([kind, { signs, shown }]) =>
    Array.from(signs, sign => [sign, { kind, shown }] as const),
  ),
)

export const isTaskKind = (kind: string): kind is TaskKind => Object.hasOwn(kinds, kind)

/** Draws the box of `- [ ] task`. */
export function tasks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('tasks', findTasks)
  markdown.renderer.rules['task'] = (tokens, at) => {
    const sign = tokens[at]?.markup ?? ''
    const { kind, shown } = bySign.get(sign) ?? { kind: '', shown: sign }
    // A sign without a meaning is shown as it is, and screen readers read it.
    return `<span class="task ${kind || 'other'}">${markdown.utils.escapeHtml(shown)}</span> `
  }
}

function findTasks({ tokens, Token: Kind }: StateCore): void {
  for (const [at, { type, children, content }] of tokens.entries()) {
    const item = tokens[at - 2]
    if (type !== 'inline' || item?.type !== 'list_item_open') continue
    const [, box, sign = ''] = /^(\[(.)\])[ \t\n]/u.exec(content) ?? []
    const [first] = children ?? []
    if (box === undefined || first?.type !== 'text' || !first.content.startsWith(box)) continue
    item.attrJoin('class', 'task-item')
    first.content = first.content.slice(box.length).trimStart()
    const task = new Kind('task', 'span', 0)
    task.markup = sign
    children?.unshift(task)
  }
}
