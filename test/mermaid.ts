/** An arrow, from and to. */
export type Edge = [from: string, to: string]

const name = '[\\w.-]+'
/** The shape and label after a name. */
const shape = '(?:\\(\\[[^\\]]*\\]\\)|\\[\\([^)]*\\)\\]|\\[/[^/]*/\\]|\\[[^\\]]*\\])?'
const names = `${name}${shape}(?: & ${name}${shape})*`
const arrow = new RegExp(`^ *(?<from>${names}) (?:--|-- [^>]+ --)> (?<to>${names})$`)

/** The arrows of a flowchart. Only supports the syntax of our pages; other lines are an error. */
export function edgesOf(diagram: string): Edge[] {
  return linesOf(diagram, 'flowchart').flatMap(line => {
    const { from, to } = arrow.exec(line)?.groups ?? {}
    if (!from || !to) throw new Error(`Not an arrow: ${line}`)
    return bare(from).flatMap(one => bare(to).map((other): Edge => [one, other]))
  })
}

/** The nodes of a flowchart without arrows. */
export function nodesOf(diagram: string): string[] {
  return linesOf(diagram, 'flowchart')
    .filter(line => !/^ *(?:subgraph \w+ \[[^\]]*\]|end)$/.test(line))
    .map(line => {
      const [, node] = new RegExp(`^ *(${name})\\["[^"]*"\\]$`).exec(line) ?? []
      if (node === undefined) throw new Error(`Not a node: ${line}`)
      return node
    })
}

/** The messages of a sequence diagram; a dashed arrow is an answer. */
export function messagesOf(diagram: string): { from: string; to: string; isAnswer: boolean }[] {
  const lines = linesOf(diagram, 'sequenceDiagram')
  const who = new Map<string, string>()
  const spoken = lines.filter(line => {
    const [, short, long] = /^ *participant (\w+)(?: as ([\w-]+))?$/.exec(line) ?? []
    if (short !== undefined) who.set(short, long ?? short)
    return short === undefined
  })
  return spoken.map(line => {
    const [, from = '', dash, to = ''] = /^ *(\w+)-(-?)>>(\w+): \S/.exec(line) ?? []
    const [speaker, listener] = [who.get(from), who.get(to)]
    if (!speaker || !listener) throw new Error(`Not a message: ${line}`)
    return { from: speaker, to: listener, isAnswer: dash === '-' }
  })
}

/** The transitive reduction of a graph. */
export function reduced(edges: Edge[]): Edge[] {
  const targets = new Map<string, string[]>()
  for (const [from, to] of edges) targets.set(from, [...(targets.get(from) ?? []), to])
  const leadsTo = (from: string, to: string): boolean =>
    (targets.get(from) ?? []).some(next => next === to || leadsTo(next, to))
  return edges.filter(
    ([from, to]) =>
      !(targets.get(from) ?? []).some(between => between !== to && leadsTo(between, to)),
  )
}

function linesOf(diagram: string, kind: string): string[] {
  const [first = '', ...lines] = diagram.trimEnd().split('\n')
  if (!first.startsWith(kind)) throw new Error(`Not a ${kind}: ${first}`)
  return lines
}

function bare(list: string): string[] {
  return list.split(' & ').map(one => new RegExp(`^${name}`).exec(one)?.[0] ?? '')
}
