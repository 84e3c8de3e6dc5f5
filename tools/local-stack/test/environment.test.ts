import t from 'tap'
import { environments } from '../src/environment.ts'

const facts = {
  publicUrl: 'http://localhost:8080',
  emulatorUrl: 'http://localhost:8081',
  emulatorPort: 8081,
  port: 8080,
  dataFolder: '/data',
  databaseUrl: 'postgres://x',
  redisUrl: undefined,
  secretKeys: 'k',
  logLevel: 'info',
  webPort: 1,
  webhookPort: 2,
  vaultPort: 3,
  vaultPassword: 'p',
}

t.test('the setting for clients that misread the key hash reaches the vault', async t => {
  const { vault } = environments(facts, { VAULT_HIDE_KEY_HASH: 'true' })
  t.match(vault, { VAULT_HIDE_KEY_HASH: 'true' })
  const { vault: usual } = environments(facts, {})
  t.notOk('VAULT_HIDE_KEY_HASH' in usual, 'the contract’s by default')
})
