import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ServerError } from '../errors.ts'

/**
 * Paths of Debian's packages for the long tests. `scripts/calendar-servers.js` unpacks them into the folder that
 * CALENDAR_SERVERS names; they may also be installed.
 */
export function packagesOf({ CALENDAR_SERVERS: root = '/' }: NodeJS.ProcessEnv) {
  /** @throws {ServerError} when it is not there */
  function at(path: string): string {
    const found = [join(root, path), join('/', path)].find(existsSync)
    if (found !== undefined) return found
    throw new ServerError(`${path} is missing. npm run test:long unpacks Debian’s packages.`)
  }

  return {
    at,
    /** The first entry of a folder with such a name, which has a version or an architecture. */
    entry(folder: string, form: RegExp): string {
      const path = at(folder)
      const name = readdirSync(path).find(entry => form.test(entry))
      if (name !== undefined) return join(path, name)
      throw new ServerError(`${path} has nothing like ${form}.`)
    },
  }
}
