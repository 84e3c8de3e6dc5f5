// Signs in, with the second factor if there is one, and checks the password of a vault.
//   VAULT_URL=… node sign-in-and-check-vault.ts
import { createInterface } from 'node:readline/promises'
import { createVaultClient, WrongKey } from '@night-routine/vault-api'

const terminal = createInterface({ input: process.stdin, output: process.stdout })
const client = createVaultClient({
  addresses: { main: process.env['VAULT_URL'] ?? 'http://localhost:8090' },
})
const { name } = await client.user.signIn({
  email: await terminal.question('E-mail address: '),
  password: await terminal.question('Password: '),
  mfa: async () => terminal.question('Code: '),
})
const { vaults } = await client.vaults.list()
process.stdout.write(`${name} has ${vaults.length} vaults.\n`)
for (const vault of vaults) {
  try {
    const password = await terminal.question(`Password of ${vault.name}: `)
    await client.vaults.access(vault, { password })
    process.stdout.write('It opens.\n')
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error
    process.stdout.write('It does not open.\n')
  }
}
terminal.close()
await client.user.signOut()
