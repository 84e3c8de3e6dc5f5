import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { wordingFor, type PlainKey, type Wording } from '@night-routine/wording'
import Handlebars from 'handlebars'
import type { Heading } from '../../rendering/pieces.ts'
import type { PagesView } from './paging.ts'
import type { Result } from './search.ts'
import type { Node } from './tree.ts'

export interface Entry {
  name: string
  address: string
}

/** An entry of a folder; `count` says how many notes an inner folder has. */
export interface ListEntry extends Entry {
  count: string
}

/** A date for programs and for people. */
export interface Day {
  date: string
  text: string
}

interface LinkedNote {
  title: string
  address: string
  folder: string
}

export interface AroundView {
  wording: Wording
  day: Day | undefined
  tags: readonly Entry[]
  linked: readonly LinkedNote[]
  /** The link to the rest of them. */
  more: Entry | undefined
}

export interface PagedView extends PagesView {
  summary: string
  /** The tag above, and those below. */
  tags: readonly Entry[]
  notes: readonly LinkedNote[]
}

export interface SearchView extends PagesView {
  summary: string
  hint: string
  results: readonly Result[]
}

export interface EntranceView {
  wording: Wording
  recent: readonly (Entry & { day: Day })[]
  entries: readonly ListEntry[]
  text: string
}

/** The fields of every page. */
export interface PageView {
  title: string
  /** The name of the site and the address of its first page; empty on other pages. */
  siteName: string
  home: string
  /** The heading of the page; empty if the note has one. */
  heading: string
  /** For previews: words, and the absolute addresses of a picture and of the page; empty for none. */
  description: string
  image: string
  canonical: string
  /** Safe HTML. */
  content: string
  /** The notes of the site. */
  tree: Node[]
  /** The table of contents. */
  headings: Heading[]
  hasSearch: boolean
  /** What the reader looks for. */
  asked: string
  theme: string
  /** Whether search engines must not index the page. */
  noindex: boolean
  /** Whether a single line break is a space. */
  strict: boolean
  /** `rtl` if the page is written from right to left, and else empty. */
  direction: string
  wording: Wording
}

const plain = {
  siteName: '',
  home: '',
  description: '',
  image: '',
  canonical: '',
  tree: [],
  headings: [],
  hasSearch: false,
  asked: '',
  theme: '',
  noindex: true,
  strict: false,
  direction: '',
  wording: wordingFor('en'),
}

/** What Handlebars tells a helper of a page. */
interface Root {
  data: { root: { wording: Wording } }
}

// In src, because tsc does not copy templates; the path also works from dist.
const root = new URL('../../../', import.meta.url)

const read = (path: string) => readFile(new URL(path, root), 'utf8')

export async function loadTemplates() {
  const css = await read('public/theme.css')
  const icon = await read('public/icon.svg')
  const templateOf = (name: string) => read(`src/routes/pages/${name}.hbs`)
  const handlebars = Handlebars.create()
  handlebars.registerHelper('t', (key: PlainKey, { data }: Root) => data.root.wording.say(key))
  for (const name of ['listing', 'pages', 'tags'])
    handlebars.registerPartial(name, await templateOf(name))
  const compile = async (name: string) =>
    handlebars.compile<object>(await templateOf(name), { strict: true })
  const layout = await compile('layout')
  const list = await compile('listing')
  const password = await compile('password')
  const sentence = await compile('sentence')
  const results = await compile('search')
  const missing = await compile('missing')
  const around = await compile('around')
  const paged = await compile('paged')
  const entrance = await compile('entrance')
  const stylesheet = `/-/theme.${hash('sha256', css).slice(0, 12)}.css`
  const iconAddress = `/-/icon.${hash('sha256', icon).slice(0, 12)}.svg`
  /** A page without notes around it, in English unless `more` has another language. */
  const plainPage = (title: string, content: string, more: Partial<PageView> = {}) =>
    // Its policy lets no picture in.
    layout({ ...plain, ...more, title, heading: title, content, stylesheet, icon: '' })
  return {
    /** The address of the stylesheet, with a hash of its content. */
    stylesheet,
    css,
    iconAddress,
    icon,
    page: (view: PageView) => layout({ ...view, stylesheet, icon: iconAddress }),
    plainPage,
    /** A list of links, and a text. */
    listing: (entries: readonly ListEntry[], text: string) => list({ entries, text }),
    /** What stands below a note: its date, its tags and the notes that link to it. */
    around: (view: AroundView) => around(view),
    /** A part of a long list of notes. */
    paged: (view: PagedView) => paged(view),
    /** The first page of a site without a home note. */
    entrance: (view: EntranceView) => entrance(view),
    sentence: (text: string, link: Entry | undefined) => sentence({ text, link }),
    search: (view: SearchView) => results(view),
    missing: (view: { why: string; text: string; notes: { title: string; address: string }[] }) =>
      missing(view),
    /** The page with the password form of a site; `fault` says why the previous password was refused. */
    passwordPage: (wording: Wording, fault = '') =>
      plainPage(wording.say('vault.passwordNeeded'), password({ wording, fault }), { wording }),
  }
}
