/** A refused backup or restore; the message tells the operator why, and what to do. */
export class RecoveryError extends Error {
  override name = 'RecoveryError'
}

/** The format this code writes, and the newest it reads. */
export const dumpFormat = 1

/** The line before the rows of a table. */
export interface TableHead {
  /** With its schema: `public.assignments`. */
  table: string
  columns: string[]
}

/** One table of a dump. */
export interface DumpedTable extends TableHead {
  rows: number
  /** SHA-256 of its rows as COPY writes them, in hex. */
  sha256: string
}

/** The last number of an identity column, as text: it is a bigint. */
export interface DumpedSequence {
  table: string
  column: string
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
