import { escapeXml } from '@night-routine/service'
import type { Wording } from '@night-routine/wording'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import type { Properties } from './front-matter.ts'
import type { SiteMap } from './site-map.ts'
import { tagKey, tagKeys } from './tags.ts'

/** A file of a site, with what it says about itself. */
export interface Row {
  path: string
  tags: readonly string[]
  properties: Properties
}

/** The files of a site, and the order of its names. */
export interface Rows {
  rows: readonly Row[]
  compare: (one: string, other: string) => number
}

type Test = (row: Row) => boolean

const mostRows = 100
/** Characters: each test in it runs for every file of the site. */
const longestBase = 8_000

const text = Type.String()
const schema = Type.Object({
  filters: Type.Optional(Type.Unknown()),
  properties: Type.Optional(Type.Record(text, Type.Object({ displayName: Type.Optional(text) }))),
  views: Type.Array(Type.Unknown()),
})
const tableSchema = Type.Object({
  type: Type.Literal('table'),
  filters: Type.Optional(Type.Unknown()),
  order: Type.Optional(Type.Array(text)),
  sort: Type.Optional(Type.Array(Type.Object({ property: text, direction: Type.Optional(text) }))),
  limit: Type.Optional(Type.Number()),
  groupBy: Type.Optional(Type.Undefined()),
})

/** Whether a file is a base: notes and bases are known by their content. */
export function isBase(content: string): boolean {
  const starts = /^\s*(?:filters|formulas|properties|summaries|views):/.test(content)
  return starts && /^(?:[ \t]+|- )(?:- )?type:/m.test(content)
}

/** The first view of a base, if it is a table. Whatever only the editor can show is a box: no table beats a wrong one. */
export function baseHtml(source: string, site: Rows & { map: SiteMap; wording: Wording }): string {
  try {
    return tableOf(source, site)
  } catch {
    const { say } = site.wording
    return (
      `<div class="box">\n<p class="box-title">${say('vault.box.base')}</p>\n<details>\n<summary>${say('vault.box.source')}</summary>\n` +
      `<pre tabindex="0"><code>${escapeXml(source)}</code></pre>\n</details>\n</div>\n`
    )
  }
}

function tableOf(source: string, site: Rows & { map: SiteMap; wording: Wording }): string {
  const { rows, compare, map, wording } = site
  const base = Value.Parse(schema, source.length > longestBase ? '' : parse(source))
  const view = Value.Parse(tableSchema, base.views[0])
  const tests = [base.filters, view.filters].filter(one => one !== undefined).map(readFilter)
  const ids = (view.order ?? ['file.name']).map(idOf)
  const named = Object.entries(base.properties ?? {})
  const names = new Map(named.map(([id, shown]) => [id.replace(/^note\./, ''), shown.displayName]))
  const keys = [...(view.sort ?? []), { property: 'file.name', direction: 'ASC' }].map(
    ({ property, direction }) => ({ id: idOf(property), isDown: direction === 'DESC' }),
  )
  const order = (one: Row, other: Row, at = 0): number => {
    const { id = '', isDown } = keys[at] ?? {}
    const [first, second] = [String(valueOf(one, id)), String(valueOf(other, id))]
    if (at === keys.length || first === second)
      return at < keys.length ? order(one, other, at + 1) : 0
    if (first === '' || second === '') return first === '' ? 1 : -1
    return isDown ? compare(second, first) : compare(first, second)
  }
  const cell = (row: Row, id: string) => {
    const shown = [valueOf(row, id)].flat().map(value => shownIn(value, row.path, map))
    const address = escapeXml(map.addressOf(row.path))
    return id === 'file.name' ? `<a href="${address}">${shown.join('')}</a>` : shown.join(', ')
  }
  const titleOf = (id: string) =>
    names.get(id) ?? (id === 'file.name' ? wording.say('vault.name') : id)
  const body = rows
    .filter(row => tests.every(test => test(row)))
    .toSorted((one, other) => order(one, other))
    .slice(0, Math.min(view.limit ?? mostRows, mostRows))
    .map(row => line('td', ids, id => cell(row, id)))
  const head = line('th', ids, id => escapeXml(titleOf(id)))
  const label = `tabindex="0" role="group" aria-label="${escapeXml(wording.say('vault.spoken.table'))}"`
  return `<div class="scroll" ${label}>\n<table>\n<thead>\n${head}</thead>\n<tbody>\n${body.join('')}</tbody>\n</table>\n</div>\n`
}

const line = (tag: string, ids: readonly string[], cell: (id: string) => string) =>
  `<tr>${ids.map(id => `<${tag} dir="auto">${cell(id)}</${tag}>`).join('')}</tr>\n`

/** A value in a cell; a link in it leads somewhere. */
function shownIn(value: string, from: string, map: SiteMap): string {
  const [, name, alias] = /^\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|([^\]]*))?\]\]$/.exec(value) ?? []
  const found = name && map.resolve({ name, byName: true, fragment: '' }, from)
  const shown = escapeXml(alias ?? name ?? value)
  return found ? `<a href="${escapeXml(map.addressOf(found))}">${shown}</a>` : shown
}

function refuse(): never {
  throw new Error('only the editor can show this base')
}

const ofFile = new Map<string, (path: string) => string>([
  ['file.name', path => (path.split('/').at(-1) ?? '').replace(/\.md$/i, '')],
  ['file.folder', path => path.split('/').slice(0, -1).join('/')],
  ['file.ext', path => /\.([^./]+)$/.exec(path)?.[1] ?? ''],
])

/** A property of a note, without `note.` before it, or one of a file. */
function idOf(name: string): string {
  const id = name.replace(/^note(?:\.|\["(?=.*"\]$))/, '').replace(/"\]$/, '')
  return ofFile.has(id) || !/^(?:file|formula|this)(?:\.|$)/.test(id) ? id : refuse()
}

function valueOf({ path, properties }: Row, id: string): string | string[] {
  const own = Object.hasOwn(properties, id) ? properties[id] : undefined
  return ofFile.get(id)?.(path) ?? own ?? ''
}

function readFilter(filter: unknown): Test {
  if (typeof filter === 'string') return readTest(filter.trim())
  const groups = Value.Parse(Type.Record(text, Type.Array(Type.Unknown())), filter)
  const [[how, inner] = refuse(), ...others] = Object.entries(groups)
  const tests = inner.map(readFilter)
  if (others.length > 0 || !['and', 'or', 'not'].includes(how)) return refuse()
  if (how === 'and') return row => tests.every(test => test(row))
  return row => tests.some(test => test(row)) === (how === 'or')
}

const property = String.raw`(note\["[^"]+"\]|(?:note\.|file\.)?[\p{L}\p{N}_]+)`
const literal = String.raw`("[^"\\]+"|'[^'\\]+'|-?\d+(?:\.\d+)?|true|false)`
const comparison = new RegExp(String.raw`^${property}\s*(==|!=|>=|<=|>|<)\s*${literal}$`, 'u')
const call = new RegExp(
  String.raw`^(!?)${property}(?:\.(contains|isEmpty))?(\(${literal}?\))?$`,
  'u',
)

/** `done`, `rating > 3`, `note["read by"].contains("Alex")`, `!file.hasTag("a")`. */
function readTest(statement: string): Test {
  const [compared, left = '', operator = '', right = ''] = comparison.exec(statement) ?? []
  if (compared !== undefined) return compareWith(idOf(left), operator, right)
  const [, not, name = '', method, brackets, quoted] = call.exec(statement) ?? refuse()
  const wanted = textIn(quoted ?? '')
  const test = quoted === undefined ? undefined : onFile.get(name)
  if (test !== undefined) return row => test(row, wanted) !== (not === '!')
  const id = idOf(name)
  if (method === 'contains' && quoted !== undefined)
    return row => valueOf(row, id).includes(wanted) !== (not === '!')
  if (method === 'isEmpty' && brackets === '()')
    return row => (valueOf(row, id).length === 0) !== (not === '!')
  if (method !== undefined || brackets !== undefined) return refuse()
  return row => ['', 'false', '0'].includes(String(valueOf(row, id))) === (not === '!')
}

const onFile = new Map<string, (row: Row, wanted: string) => boolean>([
  ['file.hasTag', ({ tags }, tag) => tagKeys(tags).includes(tagKey(tag.replace(/^#/, '')))],
  ['file.inFolder', ({ path }, folder) => path.startsWith(`${folder.replace(/\/$/, '')}/`)],
])

const textIn = (quoted: string) => quoted.replace(/^(["'])(.*)\1$/, '$2')

function compareWith(id: string, operator: string, right: string): Test {
  const isNumber = /^[-\d]/.test(right)
  if (!isNumber && !/^[=!]/.test(operator)) return refuse()
  const wanted = id === 'file.name' ? textIn(right).replace(/\.md$/i, '') : textIn(right)
  return row => {
    const value = valueOf(row, id)
    const number = value === '' || typeof value !== 'string' ? Number.NaN : Number(value)
    const isSame = isNumber ? number === Number(right) : value === wanted
    if (operator === '==' || operator === '!=') return isSame === (operator === '==')
    return (
      (operator.endsWith('=') && isSame) ||
      (operator.startsWith('>') ? number > Number(right) : number < Number(right))
    )
  }
}
