import type { BoxKind } from './boxes.ts'
import type { Properties } from './front-matter.ts'
import type { TaskKind } from './tasks.ts'

/** The target of a link in a note, before it is known which files the site has. */
export interface Target {
  /** A path, or with `byName` the name of a note in any folder; empty for the note itself. */
  name: string
  byName: boolean
  /** The id of the part of the page; empty for all of it. Of `#Top#Nested`, the ids of both headings, joined by `#`. */
  fragment: string
  /** What stands after `#` in the link, which files such as PDF understand. */
  subpath?: string
}

export interface Embed {
  /** Stands for an element: a picture, a player, another note. */
  embed: Target
  label: string
  width?: number
  height?: number
  /** Whether a note may stand here, and not only its link. */
  asBlock: boolean
}

/**
 * Safe HTML, or what becomes safe HTML when the files and the language of the site are known: an embed, or the attribute
 * of a link to a file or to the page of a tag, the attribute that screen readers speak, what a box is, the name of the
 * note, which is that of its file, the table of a base, from its source, or the picture of a diagram.
 */
export type Piece =
  | string
  | Embed
  | { link: Target }
  | { tag: string }
  | { say: 'table' | 'formula' | 'backToText' | TaskKind }
  | { box: BoxKind }
  | { own: 'name' }
  | { base: string }
  | { svg: string }

export interface Heading {
  level: number
  id: string
  text: string
}

/** A note as every page that shows it needs it: it depends on the content alone. */
export interface RenderedNote {
  /** From the front matter or the first h1; undefined without either. */
  title?: string
  aliases: string[]
  /** From the front matter. */
  language?: string
  /** Whether the note has an h1, so that the page needs none. */
  hasHeading: boolean
  /** Of a part that `#Top#Nested` names: the id of its heading on the page of the note. */
  id?: string
  headings: Heading[]
  pieces: Piece[]
  /** Of a drawing, what stands above the pieces where no picture of it is on the site. */
  drawing?: Piece[]
  /** From the front matter and the text, as written, each once. */
  tags: string[]
  /** For previews: from the front matter or the first paragraph. */
  description?: string
  /** For previews: from the front matter or the first picture. */
  image?: Target
  /** From the front matter, as in 2026-11-21. */
  date?: string
  /** The front matter, for tables of notes. */
  properties?: Properties
  /** From the front matter: another address that leads here. */
  permalink?: string
}

/** With what only the database needs. */
export interface ReadNote extends RenderedNote {
  /** The words that people see, a line for each block, for the search. */
  text: string
  /** What the note links to or shows, each once. */
  links: Target[]
}

/** Changes whenever the same note would look different: stored notes of another version are rendered again. */
export const rendererVersion = 8
