import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import Handlebars from 'handlebars'
import type { Heading } from '../../rendering/pieces.ts'
import { wordingFor, type Wording } from '../../wording.ts'
import type { Fragment } from './contexts.ts'
import type { Node } from './tree.ts'

export interface Entry {
  name: string
  address: string
}

/** The fields of every page. */
export interface PageView {
  title: string
  /** The name of the site and the address of its first page; empty on other pages. */
  siteName: string
  home: string
  /** The heading of the page; empty if the note has one. */
  heading: string
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

// In src, because tsc does not copy templates; the path also works from dist.
const root = new URL('../../../', import.meta.url)

const read = (path: string) => readFile(new URL(path, root), 'utf8')

export async function loadTemplates() {
  const css = await read('public/theme.css')
  const compile = async (name: string) =>
    Handlebars.compile<object>(await read(`src/routes/pages/${name}.hbs`), { strict: true })
  const layout = await compile('layout')
  const list = await compile('listing')
  const password = await compile('password')
  const sentence = await compile('sentence')
  const results = await compile('search')
  const missing = await compile('missing')
  const stylesheet = `/-/theme.${hash('sha256', css).slice(0, 12)}.css`
  /** A page without notes around it, in English unless `more` has another language. */
  const plainPage = (title: string, content: string, more: Partial<PageView> = {}) =>
    layout({ ...plain, ...more, title, heading: title, content, stylesheet })
  return {
    /** The address of the stylesheet, with a hash of its content. */
    stylesheet,
    css,
    page: (view: PageView) => layout({ ...view, stylesheet }),
    plainPage,
    /** A list of links, and a text. */
    listing: (entries: readonly Entry[], text: string) => list({ entries, text }),
    sentence: (text: string, link: Entry | undefined) => sentence({ text, link }),
    search: (view: {
      summary: string
      hint: string
      results: { title: string; address: string; folder: string; contexts: Fragment[][] }[]
    }) => results(view),
    missing: (view: { why: string; text: string; notes: { title: string; address: string }[] }) =>
      missing(view),
    /** The page with the password form of a site; `fault` says why the previous password was refused. */
    passwordPage: (wording: Wording, fault = '') =>
      plainPage(wording.passwordNeeded, password({ wording, fault }), { wording }),
  }
}
