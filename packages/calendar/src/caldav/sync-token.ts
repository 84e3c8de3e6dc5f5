import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'

const texts = Type.Record(Type.String(), Type.String())

/**
 * What a read of changes leaves for the next one. `renamed` has our events in files with another name than their
 * own, because a server lists a removed file by its name only.
 */
const schema = Type.Union([
  // The version of the calendar, if the server has one, shows that it was restored from its backup.
  Type.Object({
    kind: Type.Literal('sync'),
    token: Type.String(),
    ctag: Type.Optional(Type.String()),
    renamed: texts,
  }),
  // For servers without sync: the version of the calendar, and of each file of ours.
  Type.Object({ kind: Type.Literal('ctag'), ctag: Type.String(), etags: texts, renamed: texts }),
])

export type SyncToken = Static<typeof schema>
/** Event ids by file names. */
export type Renamed = SyncToken['renamed']

/** Files that changed or are gone, as the server spells their hrefs. */
export interface Delta {
  changed: string[]
  removed: string[]
  /** Whether a removed event may be in another file that is not listed. */
  mayBeElsewhere: boolean
  /** Whether the calendar has changes that the server did not list. */
  mayHaveMissed: boolean
  next: (renamed: Renamed) => SyncToken
}

export function writeSyncToken(token: SyncToken): string {
  return JSON.stringify(token)
}

/** Null when the text is not a token of ours. */
export function readSyncToken(text: string): SyncToken | null {
  try {
    const value: unknown = JSON.parse(text)
    return Check(schema, value) ? value : null
  } catch {
    return null
  }
}
