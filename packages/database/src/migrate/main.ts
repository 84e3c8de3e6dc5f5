import { migrate } from '../migrate.ts'
import { migrateVault } from '../vault/migrate.ts'
import { databaseAddress } from './address.ts'

// The vault host has tables of its own, and a machine that runs it alone has no others.
const parts: Record<string, (url: string) => Promise<string[]>> = {
  household: migrate,
  vault: migrateVault,
}
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['household']
try {
  const url = databaseAddress(process.env)
  const runs = wanted.map(part => {
    const run = parts[part]
    if (run === undefined) throw new Error(`There is no part ${part}`)
    return run
  })
  for (const run of runs) {
    const names = await run(url)
    console.log(names.length > 0 ? `migrated: ${names.join(', ')}` : 'nothing to migrate')
  }
} catch (error) {
  console.error('migrate failed:', error)
  process.exitCode = 1
}
