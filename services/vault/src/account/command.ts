import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { hashPassword, newOneTimeSecret } from '@night-routine/credentials'
import { codeOf, unreadable, type TokenKeys } from '@night-routine/database/connection'
import {
  deleteAccount,
  findAccount,
  readAccounts,
  savePassword,
  saveTotpSecret,
  type VaultAccount,
  type VaultDatabase,
} from '@night-routine/database/vault'
import { foldEmail, type Clock } from '@night-routine/service'
import { makeAccount, nameFromEmail, shortestPassword } from '../accounts.ts'

const usage = `Usage: account add EMAIL [--name NAME]   create an account
       account list                      list all accounts
       account password EMAIL            change the password; signs out everywhere
       account totp EMAIL [--off]        set up a second factor, or remove it
       account remove EMAIL              remove it with its vaults and sites

A password is read from standard input. On a terminal, a new password is generated and printed.`

class CommandError extends Error {}

export interface CommandHost {
  db: VaultDatabase
  keys: TokenKeys
  clock: Clock
  /** Standard input; undefined on a terminal. */
  readInput: () => Promise<string | undefined>
}

/** Runs the account command. @returns what to print, and the exit code */
export async function runAccountCommand(host: CommandHost, text: readonly string[]) {
  try {
    return { printed: await run(host, text), exitCode: 0 }
  } catch (error) {
    if (error instanceof CommandError) return { printed: error.message, exitCode: 2 }
    if (!(error instanceof Error && codeOf(error).startsWith('ERR_PARSE_ARGS'))) throw error
    return { printed: `${error.message}\n\n${usage}`, exitCode: 2 }
  }
}

async function run(host: CommandHost, text: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...text],
    allowPositionals: true,
    options: { name: { type: 'string' }, off: { type: 'boolean' } },
  })
  const [verb, given = '', ...rest] = positionals
  if (verb === 'list') return list(host)
  if (rest.length > 0 || !/^[^\s@,]+@[^\s@,.]+(?:\.[^\s@,.]+)+$/.test(given))
    throw new CommandError(usage)
  const email = foldEmail(given)
  if (verb === 'add') return add(host, email, values.name)
  if (verb === 'password') return password(host, await existing(host, email))
  if (verb === 'totp') return totp(host, await existing(host, email), values.off === true)
  if (verb !== 'remove') throw new CommandError(usage)
  await deleteAccount(host.db, (await existing(host, email)).id)
  return `${email} is removed. Unused files are deleted within the hour.`
}

// Does not decrypt the secret: this command has to work when the key is lost.
async function existing({ db }: CommandHost, email: string): Promise<VaultAccount> {
  const account = (await readAccounts(db)).find(one => one.email === email)
  if (!account) throw new CommandError(`There is no account ${email}.`)
  return account
}

async function list({ db, keys }: CommandHost): Promise<string> {
  const accounts = await readAccounts(db)
  if (accounts.length === 0) return 'There is no account yet.'
  const lines: string[] = []
  for (const { email, name } of accounts) {
    const secret = (await findAccount(db, keys, email))?.totpSecret
    const factor = typeof secret === 'string' ? 'second factor' : 'password only'
    const lost = 'second factor whose key is lost: set up a new one with totp'
    lines.push(`${email}\t${name}\t${secret === unreadable ? lost : factor}`)
  }
  return lines.join('\n')
}

async function add(host: CommandHost, email: string, name = nameFromEmail(email)): Promise<string> {
  if (!/^[^\p{Cc}]{1,80}$/u.test(name)) throw new CommandError('A name has 1 to 80 characters.')
  const secret = await choosePassword(host)
  if (!(await makeAccount(host, { email, name, password: secret.password })))
    throw new CommandError(`There is an account ${email} already.`)
  return `${email} may sign in now.${secret.text}`
}

async function password(host: CommandHost, { id, email }: VaultAccount): Promise<string> {
  const secret = await choosePassword(host)
  await savePassword(host.db, id, await hashPassword(secret.password))
  return `${email} has a new password, and is signed out everywhere.${secret.text}`
}

async function choosePassword({ readInput }: CommandHost) {
  const given = (await readInput())?.replace(/\r?\n$/, '')
  if (given === undefined) {
    const made = randomBytes(18).toString('base64url')
    return { password: made, text: ` The password is ${made}` }
  }
  if (given.length < shortestPassword || given.length > 1024)
    throw new CommandError(`A password has ${shortestPassword} to 1024 characters.`)
  return { password: given, text: '' }
}

async function totp({ db, keys }: CommandHost, { id, email }: VaultAccount, off: boolean) {
  if (off) {
    await saveTotpSecret(db, keys, id, null)
    return `${email} signs in with the password alone.`
  }
  const { secret, url } = newOneTimeSecret('Night Routine vault', email)
  await saveTotpSecret(db, keys, id, secret)
  return `${email} signs in with a code from now on. Add this to an authenticator app:\n${secret}\n${url}`
}
