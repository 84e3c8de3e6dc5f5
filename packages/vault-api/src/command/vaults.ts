import { NotFound } from '../errors.ts'
import type { Vault } from '../endpoints/vaults.ts'
import { encryptionVersions } from '../keys.ts'
import { connect } from './connect.ts'
import { UsageError, type Call, type Outcome } from './invocation.ts'
import { askPassword, bytesText, columns } from './terminal.ts'

export async function regions(call: Call): Promise<Outcome> {
  const { client, signal } = await connect(call)
  const list = await client.vaults.regions({ signal })
  return { data: { regions: list }, lines: columns(list.map(({ id, name }) => [id, name])) }
}

export async function listVaults(call: Call): Promise<Outcome> {
  const { client, signal } = await connect(call)
  const { vaults, shared } = await client.vaults.list({ signal })
  return {
    data: { vaults: vaults.map(withoutPassword), shared: shared.map(withoutPassword) },
    lines: columns([
      ...vaults.map(vault => row(vault, 'own')),
      ...shared.map(vault => row(vault, 'shared')),
    ]),
  }
}

function row({ id, name, size, encryptionVersion }: Vault, whose: string): string[] {
  return [id, name, bytesText(size), `encryption ${encryptionVersion}`, whose]
}

/** On some hosts the field holds the password itself; it does not belong on a screen or in a log. */
function withoutPassword({ password, ...vault }: Vault) {
  return { ...vault, serviceKeepsKey: isPassword(password) }
}

/** By the API the field is the key hash, which cannot decrypt anything. */
function isPassword(field: string): boolean {
  return field !== '' && !/^[0-9a-f]{64}$/i.test(field)
}

interface VaultFlags {
  readonly region?: string
  readonly encryptionVersion?: string
  readonly passwordStdin?: boolean
  readonly serviceKey?: boolean
}

export async function createVault(call: Call<VaultFlags>, name: string): Promise<Outcome> {
  const { region, encryptionVersion: asked, serviceKey } = call.flags
  const { client, signal } = await connect(call)
  const encryptionVersion = encryptionVersions.find(one => String(one) === asked)
  if (asked !== undefined && encryptionVersion === undefined)
    throw new UsageError('The encryption version is 0, 2 or 3.')
  if (region !== undefined) {
    const known = (await client.vaults.regions({ signal })).map(({ id }) => id)
    if (!known.includes(region))
      throw new UsageError(
        `There is no region ${JSON.stringify(region)}. There are: ${known.join(', ')}.`,
      )
  }
  const password = serviceKey === true ? undefined : await vaultPassword(call, true)
  const made = { name, password, region, encryptionVersion }
  const vault = await client.vaults.create(made, { signal })
  return { data: vault, lines: columns([[vault.id, vault.name]]) }
}

export async function checkVault(call: Call<VaultFlags>, wanted: string): Promise<Outcome> {
  const { passwordStdin, serviceKey = false } = call.flags
  const { client, signal } = await connect(call)
  const { vaults, shared } = await client.vaults.list({ signal })
  const all = [...vaults, ...shared]
  const vault =
    all.find(({ id, uid }) => id === wanted || uid === wanted) ??
    all.find(({ name }) => name === wanted)
  if (vault === undefined)
    throw new NotFound(`There is no vault with the id or name ${JSON.stringify(wanted)}.`)
  if (serviceKey && !isPassword(vault.password))
    throw new UsageError('The service keeps no key of this vault.')
  const isGiven = passwordStdin === true || Boolean(call.invocation.env[passwordVariable])
  // A vault whose key the service keeps has no password to ask for.
  const fromService = serviceKey || (isPassword(vault.password) && !isGiven)
  const password = fromService ? vault.password : await vaultPassword(call)
  await client.vaults.access(vault, { password }, { signal })
  const line = fromService
    ? 'The service keeps the key of this vault, and it opens the vault.'
    : 'The password opens the vault.'
  return { data: { id: vault.id, opens: true, serviceKeepsKey: fromService }, lines: [line] }
}

const passwordVariable = 'VAULT_ENCRYPTION_PASSWORD'

async function vaultPassword({ invocation, flags }: Call<VaultFlags>, twice = false) {
  const message = 'Password of the vault'
  const asked = { fromInput: flags.passwordStdin, message, variable: passwordVariable, twice }
  return (await askPassword(invocation, asked)).password
}
