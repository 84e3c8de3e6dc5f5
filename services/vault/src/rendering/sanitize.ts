import { randomUUID } from 'node:crypto'
import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html'
import { boxKinds, isBoxKind } from './boxes.ts'
import { targetOf } from './links.ts'
import { mathAttributes, mathClasses, mathTag, mathTags } from './mathml.ts'
import type { Embed, Piece } from './pieces.ts'
import { safeSvg } from './svg.ts'
import { tagIn } from './tags.ts'
import { isTaskKind, taskKinds } from './tasks.ts'

const tags =
  `a abbr b blockquote br caption code col colgroup dd del details div dl dt em figcaption
  figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp section small span strong sub summary
  sup table tbody td tfoot th thead tr u ul var`.split(/\s+/)

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const colours = ['blue', 'orange', 'green']
/** What a note can name with `^name`. */
const blocks = ['p', 'li', 'ul', 'ol', 'blockquote', 'table', 'div', 'details', 'pre']

/** Where a reader of a site expects a link to lead: the web, a message, a call, a place, and apps for notes and sources. */
const schemes = 'http https mailto tel sms geo xmpp matrix obsidian zotero'.split(' ')
const elsewhere = new RegExp(`^(?:${schemes.join('|')}):`, 'i')

const players = ['audio', 'video', 'source', 'embed']

/** Removes disallowed elements from the HTML of a note, and takes out what depends on the site. */
export function sanitize(html: string): Piece[] {
  // The author of a note cannot guess the marks that stand for what is taken out.
  const mark = `site-${randomUUID()}-`
  const open: Open[] = []
  const keep = (piece: Open) => `${mark}${open.push(piece) - 1}-`
  const play = (_tag: string, attributes: Attributes) => player(attributes, keep)
  const safe = sanitizeHtml(html, {
    allowedTags: [...tags, ...mathTags],
    allowedAttributes: {
      // It does nothing with a value that is no direction.
      '*': ['dir'],
      a: ['href', 'title', 'rel', 'class', 'id', 'aria-label'],
      br: ['class'],
      code: ['class'],
      img: ['src'],
      div: ['class', 'tabindex', 'role', 'aria-label', 'id'],
      details: ['open', 'class', 'id'],
      summary: ['class'],
      section: ['class'],
      sup: ['class'],
      pre: ['tabindex', 'id'],
      p: ['class', 'id'],
      li: ['class', 'id'],
      blockquote: ['id'],
      table: ['id'],
      ul: ['id'],
      ol: ['start', 'id'],
      td: ['class', 'colspan', 'rowspan'],
      th: ['class', 'colspan', 'rowspan', 'scope'],
      span: ['class', 'tabindex', 'role', 'aria-label'],
      ...mathAttributes,
      ...Object.fromEntries(headings.map(tag => [tag, ['id']])),
    },
    allowedClasses: {
      a: ['missing', 'footnote-backref', 'file', 'tag'],
      br: ['soft'],
      code: [/^language-[\w-]+$/, 'unread'],
      div: [
        'scroll',
        'week',
        'formula',
        'callout',
        /^callout-[a-z]+$/,
        'banner',
        'box',
        ...colours,
      ],
      details: ['callout', /^callout-[a-z]+$/],
      summary: ['callout-title'],
      p: ['callout-title', 'box-title'],
      section: ['footnotes'],
      sup: ['footnote-ref'],
      li: ['task-item'],
      span: [
        ...colours,
        'missing',
        'formula',
        'box-kind',
        ...boxKinds,
        'task',
        'other',
        ...taskKinds,
        /^hljs-[a-z_-]+$/,
        /^[a-z]+_$/,
      ],
      td: ['right', 'center'],
      th: ['right', 'center'],
      ...mathClasses,
    },
    allowedSchemes: schemes,
    allowProtocolRelative: false,
    transformTags: {
      ...Object.fromEntries([...blocks, ...headings].map(tag => [tag, ownId])),
      a: (_tag, attributes) => link(attributes, keep),
      img: (_tag, attributes) => image(attributes, keep),
      // Of what other hosts would play, and of players that the author wrote, the address stays.
      iframe: (_tag, attributes) => frameLink(attributes),
      ...Object.fromEntries(players.map(tag => [tag, play])),
      td: aligned,
      th: aligned,
      pre: (tag, attribs) => ownId(tag, { ...attribs, tabindex: '0' }),
      div: (tag, attributes) => scrollOnly(tag, attributes, keep),
      span: (tag, attributes) => boxOnly(tag, attributes, keep),
      ...Object.fromEntries(mathTags.map(tag => [tag, mathTag])),
    },
  })
  const places = new RegExp(`(?:href="|aria-label="|<img src="|)${mark}(\\d+)-(?:" />|"|)`)
  return safe
    .toWellFormed()
    .split(places)
    .map((part, index) => (index % 2 === 0 ? part : (open[Number(part)] ?? '')))
    .filter(piece => piece !== '')
}

type Open = Exclude<Piece, string>
type Keep = (piece: Open) => string

function link({ href = '', title, id, class: kind }: Attributes, keep: Keep): Tag {
  const named = title === undefined ? {} : { title }
  const tag = tagIn(href)
  if (tag !== undefined) return { tagName: 'a', attribs: { href: keep({ tag }), class: 'tag' } }
  if (elsewhere.test(href))
    return { tagName: 'a', attribs: { href, rel: 'noopener noreferrer', ...named } }
  // A place to lead to.
  if (href === '' && id !== undefined) return ownId('a', { id })
  const target = targetOf(href)
  if (target === undefined) return { tagName: 'a', attribs: { class: 'missing' } }
  if (/^fn(?:ref)?[\w:-]+$/.test(target.fragment) && target.name === '') {
    const isBack = kind === 'footnote-backref'
    const back = isBack ? { class: kind, 'aria-label': keep({ say: 'backToText' }) } : {}
    return {
      tagName: 'a',
      attribs: { href: `#${target.fragment}`, ...(id && ownId('a', { id }).attribs), ...back },
    }
  }
  return { tagName: 'a', attribs: { href: keep({ link: target }), ...named } }
}

/** The link to what a frame would show. */
function frameLink({ src = '' }: Attributes): Tag {
  if (!/^https?:/i.test(src) || !URL.canParse(src)) return { tagName: 'span', attribs: {} }
  const text = new URL(src).host
  return { tagName: 'a', attribs: { class: 'file', href: src, rel: 'noopener noreferrer' }, text }
}

/** A player that has its file in a `source` shows that. */
function player({ src, title = '' }: Attributes, keep: Keep): Tag {
  return src === undefined ? { tagName: 'span', attribs: {} } : image({ src, alt: title }, keep)
}

/** A size at the end of a description: `moon|300`, or `300x200` alone. */
const size = /(?:^|\|)\s*(\d{1,4})(?:x(\d{1,4}))?\s*$/

function image(attributes: Attributes, keep: Keep): Tag {
  const { src = '', alt = '', class: kind } = attributes
  if (kind === 'base')
    return { tagName: 'img', attribs: { src: keep({ base: alt.toWellFormed() }) } }
  if (kind === 'diagram') return { tagName: 'img', attribs: { src: keep({ svg: safeSvg(alt) }) } }
  const [sizes = '', wide = attributes['width'], high = attributes['height']] = size.exec(alt) ?? []
  const description = alt.slice(0, alt.length - sizes.length).trim()
  // Loading an external image would reveal the reader to another host, so it becomes a link.
  if (elsewhere.test(src))
    return {
      tagName: 'a',
      attribs: { href: src, rel: 'noopener noreferrer' },
      text: description || src,
    }
  const target = targetOf(src)
  if (target === undefined)
    return { tagName: 'span', attribs: { class: 'missing' }, text: description || src }
  const label = description || (sizes === '' ? '' : target.name)
  const [width, height] = [pixels(wide), pixels(high)]
  const sized = { ...(width && { width }), ...(height && { height }) }
  const piece: Embed = { embed: target, label, ...sized, asBlock: kind === 'embed' }
  return { tagName: 'img', attribs: { src: keep(piece) } }
}

function pixels(text: string | undefined): number | undefined {
  return /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : undefined
}

/** Columns are aligned by class, because the content security policy allows no inline style. */
function aligned(tagName: string, { style = '', ...attribs }: Attributes): Tag {
  const [, side] = /text-align:\s*(right|center)/.exec(style) ?? []
  return { tagName, attribs: side === undefined ? attribs : { ...attribs, class: side } }
}

/** Keeps only the classes of our own frames: the one around a table can be reached with the keyboard. */
function scrollOnly(tagName: string, attribs: Attributes, keep: Keep): Tag {
  const { class: kind = '', id, dir } = attribs
  if (/^scroll\b/.test(kind)) {
    const label = keep({ say: 'table' })
    return { tagName, attribs: { class: kind, tabindex: '0', role: 'group', 'aria-label': label } }
  }
  if (kind === 'formula') return ownId(tagName, frame(attribs, keep))
  return ownId(tagName, {
    ...(id && { id }),
    ...(dir && { dir }),
    ...(/^(?:callout|banner|box)\b/.test(kind) && { class: kind }),
  })
}

/** The frame of a formula; that of a wide one scrolls with the keyboard. */
function frame({ tabindex, id, class: kind = '' }: Attributes, keep: Keep): Attributes {
  return {
    class: kind,
    ...(id !== undefined && { id }),
    ...(tabindex === '0' && {
      tabindex,
      // A page can have many, which are no landmarks.
      role: 'group',
      'aria-label': keep({ say: 'formula' }),
    }),
  }
}

/** The box of a task, which only looks like one. */
function boxOnly(tagName: string, attribs: Attributes, keep: Keep): Tag {
  const { class: kind = '' } = attribs
  if (kind === 'formula') return { tagName, attribs: frame(attribs, keep) }
  const [, box = ''] = /^box-kind ([a-z]+)$/.exec(kind) ?? []
  if (isBoxKind(box)) return { tagName, attribs: {}, text: keep({ box }) }
  if (kind === 'own-name') return { tagName, attribs: {}, text: keep({ own: 'name' }) }
  const [, task = ''] = /^task ([a-z]+)$/.exec(kind) ?? []
  if (!isTaskKind(task)) return { tagName, attribs: kind === '' ? {} : { class: kind } }
  const label = keep({ say: task })
  return { tagName, attribs: { class: kind, role: 'img', 'aria-label': label } }
}

/** Other ids could clash with ids of the page. */
function ownId(tagName: string, { id, ...attribs }: Attributes): Tag {
  const isOurs = id !== undefined && /^(?:[hb]-|fn(?:ref)?\d)/.test(id)
  return { tagName, attribs: isOurs ? { ...attribs, id } : attribs }
}
