import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import Handlebars from 'handlebars'

/** A link in a list of notes. */
interface Entry {
  name: string
  address: string
  current: boolean
}

/** What every page has. */
export interface PageView {
  title: string
  /** The name of the site and the address of its first page; empty on a page of no site. */
  siteName: string
  home: string
  /** The page's own first heading; empty where the note brings one. */
  heading: string
  /** Safe HTML. */
  content: string
  notes: Entry[]
  theme: string
  /** Whether search engines are told to leave the page alone. */
  noindex: boolean
}

/** The pages of this host. */
export interface Templates {
  /** Where the stylesheet is: its address says what is in it. */
  stylesheet: string
  css: string
  page(view: PageView): string
  /** A list of links or, where there are none, words. */
  listing(entries: readonly Entry[], words: string): string
  /** What asks for the password of a site; `fault` says what was wrong with the one before. */
  password(fault?: string): string
}

// Beside this file in src: tsc does not copy templates, and this is right from dist too.
const root = new URL('../../../', import.meta.url)

const read = (path: string) => readFile(new URL(path, root), 'utf8')

/** Reads the templates and the theme, once. */
export async function loadTemplates(): Promise<Templates> {
  const css = await read('public/theme.css')
  const compile = async (path: string) =>
    Handlebars.compile<object>(await read(path), { strict: true })
  const layout = await compile('src/routes/pages/layout.hbs')
  const list = await compile('src/routes/pages/listing.hbs')
  const password = await compile('src/routes/pages/password.hbs')
  const stylesheet = `/-/theme.${hash('sha256', css).slice(0, 12)}.css`
  return {
    stylesheet,
    css,
    page: view => layout({ ...view, stylesheet }),
    listing: (entries, words) => list({ entries, words }),
    password: (fault = '') => password({ fault }),
  }
}
