import { escapeXml } from '@night-routine/service'
import type { Wording } from '@night-routine/wording'
import mime from 'mime-types'
import type { Embed, Target } from './pieces.ts'
import type { SiteMap } from './site-map.ts'

/** What browsers show or play. Other pictures, such as HEIC, would be broken, and other players would stay silent. */
const kinds = [
  {
    tag: 'img',
    types: /^image\/(?:a?png|p?jpeg|gif|webp|avif|bmp|svg\+xml|vnd\.microsoft\.icon)$/,
  },
  { tag: 'audio', types: /^audio\/(?:mpeg|mp4|aac|ogg|webm|(?:x-)?(?:flac|wav))$/ },
  { tag: 'video', types: /^video\/(?:mp4|webm|ogg|quicktime|x-matroska|x-m4v|3gpp)$/ },
] as const

/** The element that shows a file in a page; undefined if none does. */
function elementFor(path: string): 'img' | 'audio' | 'video' | undefined {
  const type = mime.lookup(path) || ''
  return kinds.find(({ types }) => types.test(type))?.tag
}

/** Whether every browser shows a file as a picture. */
export const isPicture = (path: string) => elementFor(path) === 'img'

/** The place in a file, such as `#page=2` of a PDF or `#t=30` of a recording. */
export function hashOf({ subpath = '' }: Target): string {
  return subpath === '' ? '' : `#${encodeURI(subpath)}`
}

/** As in 300 kB, or 300 ko in French. */
export function fileSize(bytes: number, { language }: Wording): string {
  const isSmall = bytes < 1_000_000
  const digits = isSmall ? 0 : 1
  const size = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return size.format(isSmall ? Math.ceil(bytes / 1_000) : bytes / 1_000_000)
}

/** A file of the site where a note embeds it. */
export function fileOf(
  { embed, label, width, height }: Embed,
  path: string,
  { map, wording }: { map: SiteMap; wording: Wording },
): string {
  const address = escapeXml(map.addressOf(path))
  const place = address + escapeXml(hashOf(embed))
  const shown = escapeXml(label || (path.split('/').at(-1) ?? path))
  const sizes = `${width ? ` width="${width}"` : ''}${height ? ` height="${height}"` : ''}`
  const element = elementFor(path)
  if (element === 'img')
    return `<img src="${address}" alt="${escapeXml(label)}" loading="lazy"${sizes} />`
  if (element !== undefined) {
    const said = `aria-label="${shown}"${element === 'video' ? sizes : ''}`
    return `<${element} controls preload="metadata" src="${place}" ${said}></${element}>`
  }
  const ending = /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toUpperCase() ?? ''
  const size = map.sizeOf(path)
  const facts = [ending, size === undefined ? '' : fileSize(size, wording)].filter(Boolean)
  const small = facts.length > 0 ? ` <small>${facts.join(', ')}</small>` : ''
  return `<a class="file" href="${place}">${shown}${small}</a>`
}
