import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RoleAddresses } from '@night-routine/database/connection'

/** Where a running stack is reached; another start may have other ports and servers. */
export interface RunningAddresses {
  port: number
  emulatorPort: number
  vaultPort: number
  /** The database, for each role. */
  databaseUrls: RoleAddresses
  /** With --own: the calendar of Night Routine and accounts, in place of the emulator. */
  own: boolean
}

const fileName = 'addresses.json'

/**
 * Notes where the stack of this folder is reached. The database's passwords are part of it, so only the
 * owner may read it.
 *
 * @returns the function that forgets it
 */
export async function noteAddresses(
  folder: string,
  { port, emulatorPort, vaultPort, databaseUrls, own }: RunningAddresses,
): Promise<() => Promise<void>> {
  const path = join(folder, fileName)
  await rm(path, { force: true })
  const addresses = { port, emulatorPort, vaultPort, databaseUrls, own }
  await writeFile(path, JSON.stringify(addresses), { mode: 0o600 })
  return () => rm(path, { force: true })
}

/** The addresses of the stack that runs from this folder; undefined while there are none. */
export async function readAddresses(folder: string): Promise<RunningAddresses | undefined> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const addresses: RunningAddresses = JSON.parse(text)
  return addresses
}
