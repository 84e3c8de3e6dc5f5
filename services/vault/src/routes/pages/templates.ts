import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { wordingFor, type PlainKey, type Wording } from '@night-routine/wording'
import Handlebars from 'handlebars'

/** What a page has beside its title and content unless it says otherwise: no notes around it, and English. */
const plain = {
  /** The name of the site and the address of its first page. */
  siteName: '',
  home: '',
  /** For previews: words, and the absolute addresses of a picture and of the page. */
  description: '',
  image: '',
  canonical: '',
  /** The folders above the page, the notes of the site, and the table of contents. */
  above: [],
  tree: [],
  headings: [],
  hasSearch: false,
  /** The address of the feed, if the site has one. */
  feed: '',
  /** What the reader looks for. */
  asked: '',
  theme: '',
  /** Whether search engines must not index the page. */
  noindex: true,
  /** Whether a single line break is a space. */
  strict: false,
  /** `rtl` if the page is written from right to left, and else empty. */
  direction: '',
  wording: wordingFor('en'),
}

type PageView = Partial<Record<keyof typeof plain, unknown>> & {
  title: string
  /** The title unless the note has a heading of its own. */
  heading?: string
  /** Safe HTML. */
  content: string
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
  const stylesheet = `/-/theme.${hash('sha256', css).slice(0, 12)}.css`
  const iconAddress = `/-/icon.${hash('sha256', icon).slice(0, 12)}.svg`
  const page = ({ title, heading = title, ...view }: PageView, shownIcon = iconAddress) =>
    layout({ ...plain, ...view, title, heading, stylesheet, icon: shownIcon })
  return {
    /** The address of the stylesheet, with a hash of its content. */
    stylesheet,
    css,
    iconAddress,
    icon,
    page: (view: PageView) => page(view),
    /** A page outside of a site; its policy lets no picture in. */
    plainPage: (view: PageView) => page(view, ''),
    /** What stands below a note: its date, its tags and the notes that link to it. */
    around: await compile('around'),
    /** The first page of a site without a home note. */
    entrance: await compile('entrance'),
    /** The newest notes, for programs. */
    feed: await compile('feed'),
    /** A list of links, and a text. */
    listing: await compile('listing'),
    missing: await compile('missing'),
    /** A part of a long list of notes. */
    paged: await compile('paged'),
    /** The form for the password of a site; `fault` says why the previous one was refused. */
    password: await compile('password'),
    search: await compile('search'),
    sitemap: await compile('sitemap'),
    /** Why there is no page of a note, and the link to its file. */
    sentence: await compile('sentence'),
  }
}
