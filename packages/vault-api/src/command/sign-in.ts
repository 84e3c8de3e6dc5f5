import { rm } from 'node:fs/promises'
import { MfaRequired, VaultError } from '../errors.ts'
import { clientOf, connect, serviceOf } from './connect.ts'
import { canAsk, withHint, type Call, type Outcome } from './invocation.ts'
import { readSession, tokenFile, writePrivately } from './stored.ts'
import { ask, askPassword, shown } from './terminal.ts'

interface LoginFlags {
  readonly email?: string
  readonly passwordStdin?: boolean
  readonly mfa?: string
  readonly printToken?: boolean
}

/** `vault login`: signs in and keeps the token, or prints it for another machine. */
export async function login(call: Call<LoginFlags>): Promise<Outcome> {
  const { invocation, flags } = call
  const { env, signal } = invocation
  const askOpenly = (message: string, otherwise: string) =>
    ask(invocation, message, { secret: false, otherwise })
  const path = tokenFile(invocation, flags)
  const service = serviceOf(call, await readSession(path))
  const client = clientOf(call, service)
  const email =
    flags.email ??
    (env['VAULT_EMAIL'] || (await askOpenly('E-mail address', 'Use --email, or set VAULT_EMAIL.')))
  const { password, nextLine } = await askPassword(invocation, {
    fromInput: flags.passwordStdin,
    message: 'Password',
    variable: 'VAULT_PASSWORD',
  })
  const askCode = async () => askOpenly('Code of the second factor', 'Use --mfa.')
  const mfa = flags.mfa ?? nextLine ?? (canAsk(invocation) ? askCode : undefined)
  const signedIn = await client.user
    .signIn({ email, password, mfa }, { signal })
    .catch((error: unknown) => {
      if (!(error instanceof MfaRequired)) throw error
      throw withHint(error, 'Use --mfa CODE, or a second line of standard input.')
    })

  if (flags.printToken === true)
    return { data: { ...service, ...signedIn }, lines: [signedIn.token] }
  await writePrivately(path, { ...service, email: signedIn.email, token: signedIn.token })
  return {
    data: { ...service, name: signedIn.name, email: signedIn.email, tokenFile: path },
    lines: [`Signed in as ${shown(signedIn.email)} at ${service.main}.`],
  }
}

/** `vault logout`: ends the sign-in at the service, and forgets it here in any case. */
export async function logout(call: Call): Promise<Outcome> {
  const { invocation, flags } = call
  const { client, service, signal } = await connect(call)
  // A token of the environment is not the one in the file.
  const isKept = !invocation.env['VAULT_TOKEN']
  try {
    await client.user.signOut({ signal })
  } catch (error) {
    if (!(error instanceof VaultError) || !isKept) throw error
    throw withHint(error, 'The token is forgotten here, but may still be valid.')
  } finally {
    if (isKept) await rm(tokenFile(invocation, flags), { force: true })
  }
  return { data: { signedOut: true }, lines: [`Signed out at ${service.main}.`] }
}

/** `vault whoami`: the account that the token is for. */
export async function whoami(call: Call): Promise<Outcome> {
  const { client, service, signal } = await connect(call)
  const profile = await client.user.info({ signal })
  const factor = profile.mfa ? 'with' : 'without'
  const person = `${shown(profile.name)} <${shown(profile.email)}>`
  return {
    data: { service: service.main, ...profile },
    lines: [`${person} at ${service.main}, ${factor} second factor`],
  }
}
