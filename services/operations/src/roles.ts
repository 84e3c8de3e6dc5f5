import {
  codeOf,
  connect,
  makeRoles,
  MigrationRefusal,
  readServerFacts,
  roleName,
  roles,
  type Role,
} from '@night-routine/database/connection'
import type { CommandContext } from './command-context.ts'
import { rolesSettings } from './config.ts'
import { sentenceFor } from './migrate.ts'

export const commands = { roles: runRoles }

/** PostgreSQL knows no such role, or it has another password. */
const refused = new Set(['28P01', '28000'])

/** Makes the roles that the addresses of the services name; one that can sign in, or is an operator's, stays. */
async function runRoles(_words: readonly string[], { env, print }: CommandContext) {
  const settings = rolesSettings(env)
  const missing: Partial<Record<Role, string>> = {}
  for (const role of roles) {
    const url = settings[settingOf(role)]
    if (url === undefined) continue
    const { username, password } = new URL(url)
    if (username !== roleName(role))
      print(`${settingOf(role)} signs in as ${username}, not as ${roleName(role)}: left as it is.`)
    else if (!(await signsIn(url))) missing[role] = decodeURIComponent(password)
  }
  const names = roles.filter(role => missing[role] !== undefined).map(roleName)
  if (names.length === 0) {
    print('nothing to make')
    return 0
  }
  try {
    await makeRoles(settings.DATABASE_URL, missing)
  } catch (error) {
    throw new MigrationRefusal(reasonFor(error, settings.DATABASE_URL, names), { cause: error })
  }
  print(`made, or given their password: ${names.join(', ')}`)
  return 0
}

type Setting = Exclude<keyof ReturnType<typeof rolesSettings>, 'DATABASE_URL'>

function settingOf(role: Role): Setting {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the settings are named for the roles
  return `${role.toUpperCase().replaceAll('-', '_')}_DATABASE_URL` as Setting
}

async function signsIn(url: string): Promise<boolean> {
  await using db = connect({ url, applicationName: 'roles', maxConnections: 1 })
  try {
    await readServerFacts(db)
    return true
  } catch (error) {
    if (refused.has(codeOf(error))) return false
    throw new MigrationRefusal(sentenceFor(error, url) ?? String(error), { cause: error })
  }
}

function reasonFor(error: unknown, url: string, names: readonly string[]): string {
  if (codeOf(error) === '42501')
    return (
      `${new URL(url).username} may not make roles. Make ${names.join(', ')} as docs/deploy-kubernetes.md ` +
      'says, or let DATABASE_URL sign in as an administrator.'
    )
  return sentenceFor(error, url) ?? String(error)
}
