import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html'
import { resolveLink } from './links.ts'
import type { SiteMap } from './site-map.ts'

const tags =
  `a abbr b blockquote br caption code col colgroup dd del details div dl dt em figcaption
  figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup
  table tbody td tfoot th thead tr u ul var`.split(/\s+/)

const elsewhere = /^(?:https?:|mailto:|tel:)/i

/** Removes disallowed elements from the HTML of a note, and resolves its links and images. */
export function sanitize(html: string, path: string, map: SiteMap): string {
  return sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'class'],
      img: ['src', 'alt', 'title', 'loading', 'width', 'height'],
      code: ['class'],
      div: ['class', 'tabindex', 'role', 'aria-label'],
      pre: ['tabindex'],
      td: ['class', 'colspan', 'rowspan'],
      th: ['class', 'colspan', 'rowspan', 'scope'],
      ol: ['start'],
      span: ['class'],
      details: ['open'],
      ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(tag => [tag, ['id']])),
    },
    allowedClasses: {
      a: ['missing'],
      code: [/^language-[\w-]+$/],
      div: ['scroll'],
      span: ['missing'],
      td: ['right', 'center'],
      th: ['right', 'center'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: (_tag, attributes) => link(attributes, path, map),
      img: (_tag, attributes) => image(attributes, path, map),
      td: aligned,
      th: aligned,
      pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
      div: scrollOnly,
      ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(tag => [tag, ownId])),
    },
  })
}

function link({ href = '', title }: Attributes, path: string, map: SiteMap): Tag {
  const named = title === undefined ? {} : { title }
  if (elsewhere.test(href))
    return { tagName: 'a', attribs: { href, rel: 'noopener noreferrer', ...named } }
  const address = resolveLink(href, path, map)
  if (address === undefined) return { tagName: 'span', attribs: { class: 'missing' } }
  return { tagName: 'a', attribs: { href: address, ...named } }
}

function image(attributes: Attributes, path: string, map: SiteMap): Tag {
  const { src = '', alt = '', width, height } = attributes
  // Loading an external image would reveal the reader to another host, so it becomes a link.
  if (elsewhere.test(src))
    return { tagName: 'a', attribs: { href: src, rel: 'noopener noreferrer' }, text: alt || src }
  const address = resolveLink(src, path, map)
  if (address === undefined)
    return { tagName: 'span', attribs: { class: 'missing' }, text: alt || src }
  const sizes = { ...(width && { width }), ...(height && { height }) }
  return { tagName: 'img', attribs: { src: address, alt, loading: 'lazy', ...sizes } }
}

/** Columns are aligned by class, because the content security policy allows no inline style. */
function aligned(tagName: string, { style = '', ...attribs }: Attributes): Tag {
  const [, side] = /text-align:\s*(right|center)/.exec(style) ?? []
  return { tagName, attribs: side === undefined ? attribs : { ...attribs, class: side } }
}

/** Keeps no attributes of a `div` except those of our scrolling table frame. */
function scrollOnly(tagName: string, attribs: Attributes): Tag {
  return { tagName, attribs: attribs['class'] === 'scroll' ? attribs : {} }
}

/** Other ids could clash with ids of the page. */
function ownId(tagName: string, { id }: Attributes): Tag {
  return { tagName, attribs: id?.startsWith('h-') ? { id } : {} }
}
