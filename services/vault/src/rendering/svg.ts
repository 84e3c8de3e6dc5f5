import { hash } from 'node:crypto'
import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html'

const tags = `svg g defs marker path rect circle ellipse line polyline polygon text tspan`.split(
  ' ',
)

const number = /^-?\d+(?:\.\d+)?$/
const forms: [names: string, form: RegExp][] = [
  [
    'x y x1 y1 x2 y2 cx cy r rx ry dx dy width height markerWidth markerHeight refX refY font-size stroke-width opacity',
    number,
  ],
  [
    'font-weight font-style text-anchor text-decoration stroke-linejoin stroke-linecap orient',
    /^[\w-]{1,20}$/,
  ],
  ['points d viewBox stroke-dasharray transform', /^[-\w., ()]*$/],
  ['fill stroke marker-start marker-end id', /^/],
]
const allowed = new Map(
  forms.flatMap(([names, form]) => names.split(' ').map(name => [name, form])),
)

/** The colours of the library, as those of the page; elsewhere, as in a feed, they are black on white. */
const colours = new Map(
  Object.entries({
    'var(--ink,#000)': '--_text --_arrow',
    'var(--quiet,#555)': '--_text-sec --_text-muted --_text-faint',
    'var(--field,#888)': '--_line --_node-stroke --_inner-stroke',
    'var(--shade,#fff)': '--_node-fill --_group-hdr --_key-badge',
    'var(--paper,#fff)': '--bg --_group-fill',
  }).flatMap(([page, names]) => names.split(' ').map(name => [`var(${name})`, page])),
)

/** Keeps of a diagram its shapes and texts, without styles, scripts and addresses, and names it by its texts. */
export function safeSvg(svg: string): string {
  // A page can show several diagrams.
  const mark = `d-${hash('sha256', svg).slice(0, 8)}-`
  const safe = sanitizeHtml(svg, {
    allowedTags: tags,
    allowedAttributes: { '*': [...allowed.keys(), 'role', 'aria-label'] },
    parser: { lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: { '*': (tagName, attributes) => element(tagName, attributes, mark) },
  })
  const texts = Array.from(safe.matchAll(/<text[^>]*>([^]*?)<\/text>/g), ([, text = '']) =>
    text
      .replaceAll(/<[^<>]*>|\s+/g, ' ')
      .replaceAll(/ {2,}/g, ' ')
      .trim(),
  )
  // Texts are escaped, but for the sign that ends an attribute.
  const label = [...new Set(texts)].filter(Boolean).join(', ').replaceAll('"', '&quot;')
  return safe
    .replace('<svg', () => `<svg role="img" aria-label="${label}"`)
    .replaceAll(/\n\s*/g, '\n')
}

function element(tagName: string, attributes: Attributes, mark: string): Tag {
  const attribs: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    const kept = allowed.get(name)?.test(value) ? valueOf(name, value, mark) : undefined
    if (kept !== undefined) attribs[name] = kept
  }
  return { tagName, attribs }
}

function valueOf(name: string, value: string, mark: string): string | undefined {
  if (name === 'fill' || name === 'stroke') return value === 'none' ? value : colours.get(value)
  if (name === 'id') return mark + value.replaceAll(/[^\w-]/g, '')
  const [, reference] = /^url\(#([\w-]+)\)$/.exec(value) ?? []
  if (name.startsWith('marker-')) return reference && `url(#${mark}${reference})`
  // A tenth of a pixel is enough.
  return value.replaceAll(/(\.\d)\d+/g, '$1')
}
