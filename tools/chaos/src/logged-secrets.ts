import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientSecret, secretKey } from './environments.ts'
import type { Stack } from './stack.ts'
import type { Visitor } from './visitor.ts'

/** Secrets that passed through the processes and must not be in any log, by what they are. */
type Secrets = Readonly<Record<string, string>>

// The shapes of the provider's tokens, and people's addresses.
const shapes = {
  'a token of the provider': /ya29\.|1\/\/|eyJ[\w-]{20}/,
  'an address': /\w@example\.com/,
}

/** The log lines of all processes of a stack. */
export async function saidByAll({ logs }: Pick<Stack, 'logs'>) {
  const files = (await readdir(logs)).filter(name => name.endsWith('.log'))
  const said = await Promise.all(
    files.map(async name => {
      const lines = (await readFile(join(logs, name), 'utf8')).split('\n')
      return lines.map(line => ({ name, line }))
    }),
  )
  return said.flat()
}

// Every other cookie is a secret. This one holds a 1 and only chooses the first page after a sign-in.
const openCookies = new Set(['arriving'])

const passwordOf = (url: string) => decodeURIComponent(new URL(url).password)

/** The secrets of a running stack. */
export async function secretsOf(stack: Stack, visitor: Visitor): Promise<Secrets> {
  const { servers, control, databaseUrls } = stack
  const channels = await control.channels()
  return {
    'the key of the database': secretKey,
    'the secret of the client': clientSecret,
    'the password of the database': passwordOf(servers.databaseUrl),
    ...Object.fromEntries(
      Object.entries(databaseUrls).map(([role, url]) => [
        `the password of ${role}`,
        passwordOf(url),
      ]),
    ),
    ...(servers.redisUrl && { 'the password of Redis': passwordOf(servers.redisUrl) }),
    ...Object.fromEntries([...visitor.cookies()].filter(([name]) => !openCookies.has(name))),
    ...Object.fromEntries(
      channels.map(({ headers }, at) => [
        `token of channel ${at}`,
        headers['X-Goog-Channel-Token'] ?? '',
      ]),
    ),
  }
}

/** Which secrets, or texts of their shapes, a text contains. */
export function secretsIn(text: string, secrets: Secrets): string[] {
  return [
    ...Object.entries(secrets).filter(([, secret]) => text.includes(secret)),
    ...Object.entries(shapes).filter(([, shape]) => shape.test(text)),
  ].map(([what]) => what)
}

/** A problem for each secret in the logs of a stack. */
export async function loggedSecrets(stack: Stack, visitor: Visitor): Promise<string[]> {
  const secrets = await secretsOf(stack, visitor)
  return (await saidByAll(stack)).flatMap(({ name, line }) =>
    secretsIn(line, secrets).map(what => `the log of ${name} holds ${what}: ${line.slice(0, 200)}`),
  )
}
