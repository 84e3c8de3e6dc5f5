// A worker that claims the push, says so, and then does nothing more.
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@night-routine/database/connection'
import { claimJob } from '@night-routine/database/jobs'

const db = connect({
  url: process.env['DATABASE_URL'] ?? '',
  applicationName: 'job-requests-holder',
})
const claim = await claimJob(db, 'push', { leaseSeconds: 60 })
process.stdout.write(claim ? 'claimed\n' : 'nothing\n')
await sleep(60_000)
