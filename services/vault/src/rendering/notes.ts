import { transaction } from '@night-routine/database/connection'
import {
  lockContents,
  markSitesChanged,
  readNoteContent,
  readUnrendered,
  readUsedHashes,
  saveNote,
  type NoteRow,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { Logger } from '@night-routine/service'
import { LRUCache } from 'lru-cache'
import type { ContentStore } from '../content/store.ts'
import { linkKey } from './around.ts'
import { passed } from './deadline.ts'
import { rendererVersion as renderer, type ReadNote, type RenderedNote } from './pieces.ts'
import type { createRenderer, Rendered } from './renderer.ts'
import { tagKeys } from './tags.ts'

/** Longer notes are not rendered. */
export const longestNote = 262_144

/** A note, or why it cannot be shown: its content is missing, it takes too long to render, or it has had no turn yet. */
export type Loaded = RenderedNote | 'missing' | 'slow' | 'late'

const mostParts = 500
const mostInterruptions = 3
const batch = 100

/** Rendered notes: each content is rendered once, and stored. */
export function noteStore(host: {
  db: VaultDatabase
  content: ContentStore
  logger: Logger
  renderer: ReturnType<typeof createRenderer>
}) {
  const { db, content, logger } = host
  const running = new Map<string, Promise<Loaded>>()
  const parts = new LRUCache<string, RenderedNote>({ max: mostParts })

  async function load(hash: string, deadline: AbortSignal): Promise<Loaded> {
    const stored = await readNoteContent(db, { hash, renderer })
    if (isNote(stored)) return stored
    const source = await content.readText(hash, longestNote)
    if (source === undefined) return 'missing'
    const result = await host.renderer.render({ hash, text: source.text }, deadline)
    if (result === 'late') return 'late'
    const rendered = result === 'slow' ? undefined : result
    // A damaged file is uploaded again, under the same hash. What was too slow for a reader may be rendered ahead.
    if (source.isWhole && rendered) {
      await save(hash, rendered)
      await markSitesChanged(db, [hash])
    }
    return rendered?.note ?? 'slow'
  }

  async function save(hash: string, rendered: Rendered | undefined): Promise<void> {
    const row = rowOf(hash, rendered)
    await transaction(db, async trx => {
      await lockContents(trx, [hash])
      if ((await readUsedHashes(trx, [hash])).has(hash)) await saveNote(trx, row)
    })
  }

  /** Renders what no reader has asked for, so that the search and the titles know it. @returns whether it is done */
  async function renderAhead(hash: string, isLast: boolean): Promise<boolean> {
    try {
      const source = await content.readText(hash, longestNote)
      if (source === undefined || !source.isWhole) return true
      const rendered = await host.renderer.renderAhead({ hash, text: source.text })
      if (rendered === 'interrupted' && !isLast) return false
      await save(hash, rendered === 'interrupted' ? undefined : rendered)
    } catch (error) {
      // It must not keep the others from their turn.
      logger.warn({ err: error, hash }, 'could not render a note ahead')
    }
    return true
  }

  return {
    /** A note by the hash of its content, made once for all who ask; `late` after the deadline. */
    async load(hash: string, deadline: AbortSignal): Promise<Loaded> {
      let started = running.get(hash)
      if (started === undefined) {
        started = load(hash, deadline).finally(() => running.delete(hash))
        running.set(hash, started)
        started.catch((error: unknown) =>
          logger.warn({ err: error, hash }, 'could not load a note'),
        )
      }
      return Promise.race([started, passed(deadline)])
    },

    /** A note that stands in another, or the part of it that an id names; undefined if there is none. */
    async loadPart({ hash, part }: { hash: string; part: string }, deadline: AbortSignal) {
      const key = `${hash}#${part}`
      const known = parts.get(key)
      if (known !== undefined) return known
      const source = await content.readText(hash, longestNote)
      if (source === undefined) return undefined
      const result = await host.renderer.render({ hash, text: source.text, part }, deadline)
      if (result === 'late' || result === 'slow') return result
      if (result.note !== undefined && source.isWhole) parts.set(key, result.note)
      return result.note
    },

    /** Renders every note that has not been, each after its `turn`; those that readers interrupt have another one. */
    async renderAll(signal: AbortSignal, turn: () => Promise<void>): Promise<void> {
      for (let round = 0; round <= mostInterruptions; round++) {
        let interruptions = 0
        for (let after = ''; ;) {
          const limits = { renderer, longest: longestNote, after, count: batch }
          const hashes = await readUnrendered(db, limits)
          for (const hash of hashes) {
            await turn()
            if (signal.aborted) return
            if (!(await renderAhead(hash, round === mostInterruptions))) interruptions += 1
          }
          if (hashes.length === 0) break
          await markSitesChanged(db, hashes)
          after = hashes.at(-1) ?? ''
        }
        if (interruptions === 0) return
      }
    },
  }
}

/** What the database keeps of a note; without one if it takes too long to render. */
function rowOf(hash: string, rendered: Rendered | undefined): NoteRow {
  const read = rendered?.note
  const { text = '', links = [], ...note }: Partial<ReadNote> = read ?? {}
  const { aliases = [], tags = [] } = note
  return {
    hash,
    renderer,
    search: rendered?.search ?? '',
    names: rendered?.names ?? '',
    content: read === undefined ? null : note,
    title: note.title ?? null,
    aliases,
    language: note.language ?? null,
    words: text,
    tags,
    permalink: note.permalink ?? null,
    written_on: note.date ?? null,
    tag_keys: tagKeys(tags),
    links: links.map(target => JSON.stringify(target)),
    link_keys: links.map(({ name }) => linkKey(name)),
  }
}

function isNote(content: unknown): content is RenderedNote {
  return typeof content === 'object' && content !== null
}
