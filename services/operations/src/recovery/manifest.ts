import { RecoveryError } from './recovery-error.ts'

/** The format that this code writes, and the newest that it reads. */
export const dumpFormat = 1

/** One table as it is in a dump. */
export interface DumpedTable {
  /** With its schema: `public.assignments`. */
  table: string
  columns: string[]
  rows: number
  /** Of its rows as COPY writes them, in hexadecimal digits. */
  sha256: string
}

/** The last number that an identity column gave away. */
export interface DumpedSequence {
  table: string
  column: string
  /** Text: a bigint. */
  last: string
}

/** What a dump says of itself, at its end. */
export interface Manifest {
  format: number
  /** The version of Night Routine that wrote it. */
  product: string
  takenAt: string
  /** The migrations that had been run, oldest first; none where a part was not there. */
  migrations: { household: string[]; vault: string[] }
  sequences: DumpedSequence[]
  tables: DumpedTable[]
}

/**
 * Refuses a dump that this code does not understand.
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
