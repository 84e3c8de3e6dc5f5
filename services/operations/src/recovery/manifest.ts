import { RecoveryError } from './recovery-error.ts'

/** The format this code writes, and the newest it reads. */
export const dumpFormat = 1

/** One table of a dump. */
export interface DumpedTable {
  /** With its schema: `public.assignments`. */
  table: string
  columns: string[]
  rows: number
  /** SHA-256 of its rows as COPY writes them, in hex. */
  sha256: string
}

/** The last number of an identity column. */
export interface DumpedSequence {
  table: string
  column: string
  /** Text: a bigint. */
  last: string
}

/** The description of a dump, at its end. */
export interface Manifest {
  format: number
  /** The version of Night Routine that wrote it. */
  product: string
  takenAt: string
  /** The executed migrations, oldest first; empty if a part was not installed. */
  migrations: { household: string[]; vault: string[] }
  sequences: DumpedSequence[]
  tables: DumpedTable[]
}

/**
 * Refuses a dump with migrations that this code does not have.
 * @param known the migrations that this code has
 * @throws RecoveryError
 */
export function requireKnown(
  manifest: Manifest,
  known: { household: readonly string[]; vault: readonly string[] },
): void {
  for (const part of ['household', 'vault'] as const) {
    const unknown = manifest.migrations[part].filter(name => !known[part].includes(name))
    if (unknown.length > 0)
      throw new RecoveryError(
        `The backup was written by Night Routine ${manifest.product}, which is newer than this one: ` +
          `it knows ${unknown.join(', ')}. Restore it with that version or a later one.`,
      )
  }
}
