import t from 'tap'
import { callAllEndpoints } from './fourteen-endpoints.ts'
import { alex, startVault } from './running-vault.ts'

// The typed client of packages/vault-api against this host: the two halves of the contract.

t.test('serves all fourteen endpoints to the client', async t => {
  const { url } = await startVault(t)
  await callAllEndpoints(t, url, alex)
})
