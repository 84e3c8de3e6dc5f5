// npm run bench -- memory: what web keeps in memory before, during and after 200 people at once, on the page with
// the most nights, with ten years behind it.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { load } from './load.ts'
import { tenYears } from './ten-years-household.ts'

const people = 200
const seconds = 30
const restSeconds = 60
/** Megabytes above idle that may stay, and the limit of its container. */
const target = { above: 40, limit: 384 }

const household = await tenYears({ compiled: true })
const { cookie } = household
const web = await household.startWeb()
const months = household.months.map(each => `${web}/?month=${each}`)
const pages = [...months, `${web}/statistics`, `${web}/history`]
await load(pages, { cookie, connections: 2, seconds: 3 })
await sleep(20_000)
const idle = residentMegabytes()

let most = 0
const looking = setInterval(() => (most = Math.max(most, residentMegabytes())), 200)
const { perSecond } = await load(pages, { cookie, connections: people, seconds })
clearInterval(looking)
await sleep(restSeconds * 1_000)
const rest = residentMegabytes()
const met = rest <= idle + target.above && most <= target.limit
console.log(
  `idle ${idle.toFixed(0)} MB, with ${people} people ${most.toFixed(0)} MB (${perSecond.toFixed(0)} pages a second), ` +
    `${restSeconds} s later ${rest.toFixed(0)} MB: ${met ? 'met' : 'MISSED'}`,
)
await household.end()
if (!met) process.exitCode = 1

/** What of web is in memory (proc(5), VmRSS). */
function residentMegabytes(): number {
  const status = readFileSync(`/proc/${household.webPid()}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
