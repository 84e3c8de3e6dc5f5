import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import Handlebars from 'handlebars'

export interface Entry {
  name: string
  address: string
  /** Whether it leads to the page that lists it. */
  current?: boolean
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
  notes: Entry[]
  theme: string
  /** Whether search engines must not index the page. */
  noindex: boolean
}

const plain = { notes: [], theme: '', noindex: true }

// In src, because tsc does not copy templates; the path also works from dist.
const root = new URL('../../../', import.meta.url)

const read = (path: string) => readFile(new URL(path, root), 'utf8')

export async function loadTemplates() {
  const css = await read('public/theme.css')
  const compile = async (path: string) =>
    Handlebars.compile<object>(await read(path), { strict: true })
  const layout = await compile('src/routes/pages/layout.hbs')
  const list = await compile('src/routes/pages/listing.hbs')
  const password = await compile('src/routes/pages/password.hbs')
  const stylesheet = `/-/theme.${hash('sha256', css).slice(0, 12)}.css`
  return {
    /** The address of the stylesheet, with a hash of its content. */
    stylesheet,
    css,
    page: (view: PageView) => layout({ ...view, stylesheet }),
    plainPage: (title: string, content: string, home = { siteName: '', home: '' }) =>
      layout({ ...plain, ...home, title, heading: title, content, stylesheet }),
    /** A list of links, or a text if it is empty. */
    listing: (entries: readonly Entry[], words: string) => list({ entries, words }),
    /** The password form of a site; `fault` says why the previous password was refused. */
    password: (fault = '') => password({ fault }),
  }
}
