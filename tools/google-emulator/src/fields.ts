import { GoogleError } from './google-error.ts'

/** The field names of a resource; true is a leaf, or a part in which every name is allowed. */
export interface FieldNames {
  [name: string]: true | FieldNames
}

/** The chosen names; true takes everything below. */
type Selection = Map<string, true | Selection>

/**
 * The part of a resource that a `fields` parameter asks for, in Google's syntax:
 * `a,b(c,d/e),items/id`, with `*` for every name.
 *
 * @throws GoogleError 400 `invalidParameter` for text that is malformed or names what is not there
 */
export function selectFields(resource: unknown, fields: string, names: FieldNames): unknown {
  const tokens = fields.match(/[^\s,()/]+|[,()/]/g) ?? []
  const reader = { tokens, at: 0, fields }
  const selection = readList(reader, names)
  if (reader.at < tokens.length) throw invalidSelection(fields)
  return pick(resource, selection)
}

interface Reader {
  tokens: string[]
  at: number
  fields: string
}

/** list = path { ',' path } */
function readList(reader: Reader, names: true | FieldNames): Selection {
  const selection: Selection = new Map()
  do merge(selection, readPath(reader, names))
  while (take(reader, ','))
  return selection
}

/** path = name [ '/' path | '(' list ')' ] */
function readPath(reader: Reader, names: true | FieldNames): Selection {
  const name = reader.tokens[reader.at++]
  if (name === undefined || /^[,()/]$/.test(name)) throw invalidSelection(reader.fields)
  const below = namesBelow(names, name)
  if (below === undefined) throw invalidSelection(name)
  if (take(reader, '/')) return new Map([[name, readPath(reader, below)]])
  if (take(reader, '(')) {
    const inner = readList(reader, below)
    if (!take(reader, ')')) throw invalidSelection(reader.fields)
    return new Map([[name, inner]])
  }
  return new Map([[name, true]])
}

function namesBelow(names: true | FieldNames, name: string): true | FieldNames | undefined {
  if (names === true || name === '*') return true
  return Object.hasOwn(names, name) ? names[name] : undefined
}

function take(reader: Reader, token: string): boolean {
  const there = reader.tokens[reader.at] === token
  if (there) reader.at += 1
  return there
}

/** `a/b,a/c` chooses both. */
function merge(into: Selection, from: Selection): void {
  for (const [name, below] of from) {
    const present = into.get(name)
    if (present instanceof Map && below instanceof Map) merge(present, below)
    else into.set(name, present === true ? true : below)
  }
}

function pick(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map(item => pick(item, selection))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, part]) => {
    const below = selection.get(name) ?? selection.get('*')
    if (below === undefined) return []
    return [[name, below === true ? part : pick(part, below)]]
  })
  return Object.fromEntries(entries)
}

function invalidSelection(what: string): GoogleError {
  return new GoogleError(400, 'invalidParameter', `Invalid field selection ${what}`, {
    location: 'fields',
    locationType: 'parameter',
  })
}
