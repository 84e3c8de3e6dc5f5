import { vault, type Running } from './running.ts'
import { smallVault, token } from './small-vault.ts'

/** A machine with a token, and how it calls the command. */
export async function machine(t: Parameters<typeof smallVault>[0]) {
  const host = await smallVault(t)
  const home = t.testdir({ note: '# Tonight', 'other.md': 'x' })
  const env = { VAULT_TOKEN: token, VAULT_URL: host.address }
  const run = async (args: string[], more: Partial<Running> = {}) =>
    vault(args, { home, ...more, env: { ...env, ...more.env } })
  const json = async (args: string[], more: Partial<Running> = {}) => {
    const { code, out, err } = await run([...args, '--json'], more)
    return code === 0 ? (JSON.parse(out) as unknown) : (JSON.parse(err) as unknown)
  }
  return { host, home, run, json }
}
