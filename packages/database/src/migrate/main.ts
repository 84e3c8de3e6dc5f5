import { migrate } from '../migrate.ts'
import { migrateVault } from '../vault/migrate.ts'

// The vault host has tables of its own, and a machine that runs it alone has no others.
const parts = { household: migrate, vault: migrateVault }
const part = process.argv[2] ?? 'household'
const url = process.env['DATABASE_URL']
try {
  if (!url) throw new Error('DATABASE_URL is not set')
  if (part !== 'household' && part !== 'vault') throw new Error(`There is no part ${part}`)
  const names = await parts[part](url)
  console.log(names.length > 0 ? `migrated: ${names.join(', ')}` : 'nothing to migrate')
} catch (error) {
  console.error('migrate failed:', error)
  process.exitCode = 1
}
