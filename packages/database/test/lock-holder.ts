// A process that takes the household lock, says so, and never releases it.
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, householdTransaction } from '@night-routine/database/connection'

const db = connect({ url: process.env['DATABASE_URL'] ?? '', applicationName: 'lock-holder' })
await householdTransaction(db, async () => {
  process.stdout.write('held\n')
  await sleep(60_000)
})
