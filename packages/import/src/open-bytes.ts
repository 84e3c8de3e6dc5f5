import { DatabaseSync } from 'node:sqlite'
import { message } from '@night-routine/wording'
import { ImportRefusal } from './imported.ts'

// https://www.sqlite.org/fileformat.html
const magic = 'SQLite format 3\0'
const headerBytes = 100

/** What the first bytes of an SQLite file say. @throws ImportRefusal if these are not the bytes of a whole one */
export function readHeader(bytes: Uint8Array) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < headerBytes || view.toString('latin1', 0, magic.length) !== magic)
    throw new ImportRefusal(message('import.noSqlite'))
  const size = view.readUInt16BE(16)
  const header = {
    pageSize: size === 1 ? 65_536 : size,
    /** Null where an old program left it out. */
    pages: view.readUInt32BE(24) === view.readUInt32BE(92) ? view.readUInt32BE(28) : null,
    /** Changes are written to a second file first (write-ahead log). */
    usesLog: view[18] === 2 || view[19] === 2,
  }
  const expected = (header.pages ?? 0) * header.pageSize
  if (view.length < expected || view.length % header.pageSize !== 0)
    throw new ImportRefusal(message('import.truncated'))
  return header
}

/**
 * Opens an SQLite file that others made, in memory, and checks all of it. Close it afterwards.
 * @throws ImportRefusal if it is damaged
 */
export function openBytes(bytes: Uint8Array): DatabaseSync {
  const copy = Uint8Array.from(bytes)
  // A database in memory has no log; the pages are the same.
  copy[18] = 1
  copy[19] = 1
  const database = new DatabaseSync(':memory:', { allowExtension: false })
  try {
    database.deserialize(copy)
    database.exec(
      'pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on',
    )
    const [check] = database.prepare('pragma quick_check(1)').all()
    if (check?.['quick_check'] !== 'ok') throw damaged()
    return database
  } catch (error) {
    database.close()
    if (error instanceof ImportRefusal || !isSqlite(error)) throw error
    throw Object.assign(damaged(), { cause: error })
  }
}

/** Whether SQLite, and not our code, failed. */
export function isSqlite(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

function damaged(): ImportRefusal {
  return new ImportRefusal(message('import.damaged'))
}
