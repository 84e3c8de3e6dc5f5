// npm run bench -- overload: the home page of ten years, each page rendered 50 times a second, beside a bare page
// of its size, for comparison; then at twice its capacity, to judge the responses and the recovery time.
import { flood, load } from './load.ts'
import { tenYears } from './ten-years-household.ts'

const perSecond = 50
/** Milliseconds. */
const target = { recovery: 5_000 }

const household = await tenYears({})
const { cookie } = household
const { address: web } = await household.startWeb()
const busy = { cookie, connections: 10, seconds: 4 }
const pages = household.months.map(each => `${web}/?month=${each}`)
const { bytes } = await load(pages, busy)
const { address: bare } = await household.startBare(bytes)
await load([`${bare}/`], busy)

console.log(`Home, ${perSecond} times a second for 20 s\n`)
const steady = { cookie, perSecond, seconds: 20 }
const bareSteady = await flood([`${bare}/`], steady)
const homeSteady = await flood(pages, steady)
for (const [name, { p99, statuses }] of Object.entries({ bare: bareSteady, home: homeSteady }))
  console.log(`${name}   p99 ${p99.toFixed(1)} ms   ${JSON.stringify(statuses)}`)

console.log('\nTwice as many as it holds, for 30 s\n')
const held = (await load(pages, busy)).perSecond
const overload = await flood(pages, { cookie, perSecond: Math.round(held * 2), seconds: 30 })
const recovered = await untilQuick()
const isReadable = overload.text.every(said => said.includes('<h1'))
const overloadMet = recovered <= target.recovery && isReadable && !('none' in overload.statuses)
console.log(
  `${(held * 2).toFixed(0)} a second: ${JSON.stringify(overload.statuses)}, p99 ${overload.p99.toFixed(0)} ms, ${isReadable ? 'as pages' : 'NOT AS PAGES'}; ` +
    `quick again ${(recovered / 1_000).toFixed(1)} s later: ${overloadMet ? 'met' : 'MISSED'}\n`,
)
if (!overloadMet) process.exitCode = 1

await household.end()

/** Milliseconds until ten pages in a row take less than 100 ms each. */
async function untilQuick(): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { p99, statuses } = await flood(pages, { cookie, perSecond: 20, seconds: 0.5 })
    if (p99 < 100 && Object.keys(statuses).join() === '200') return performance.now() - startedAt
  }
}
