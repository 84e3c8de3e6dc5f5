import { migrate } from '../migrate.ts'
import { migrateVault } from '../vault/migrate.ts'
import { databaseAddress } from './address.ts'
import { MigrationRefusal, sentenceFor } from './refusal.ts'
import { requireKeys } from './require-keys.ts'

// The vault host has separate tables, and a machine that runs only the vault has no others.
const parts: Record<string, (url: string) => Promise<string[]>> = {
  household: migrate,
  vault: migrateVault,
}
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['household']
let url = ''
try {
  url = databaseAddress(process.env)
  const runs = wanted.map(part => {
    const run = parts[part]
    if (run === undefined) throw new MigrationRefusal(`There is no part ${part}.`)
    return run
  })
  await requireKeys(url, process.env)
  for (const run of runs) {
    const names = await run(url)
    console.log(names.length > 0 ? `migrated: ${names.join(', ')}` : 'nothing to migrate')
  }
} catch (error) {
  console.error(sentenceFor(error, url) ?? error)
  process.exitCode = 1
}
