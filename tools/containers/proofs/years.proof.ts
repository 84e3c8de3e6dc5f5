// Two families live for years, at home and on Compose, by a clock that the proof moves: restarts, upgrades, new keys, a
// calendar that is away or refuses, changes of time. In the end everything is as they decided it, and nothing grows
// that should not. It runs only when asked for: npm run containers -- --only years. YEARS_DAYS, YEARS_SEED and
// YEARS_TROUBLE_EVERY choose how long and what; YEARS_LOG is a file that says how far it is.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { proof, session } from '../src/proof/proof.ts'
import { createMovedClock, noMovedClock } from '../src/years/clock.ts'
import { familyAtHome } from '../src/years/family-at-home.ts'
import { familyOnCompose } from '../src/years/family-on-compose.ts'
import type { Family } from '../src/years/family.ts'
import { growthOf, memoryFaults, reportOf } from '../src/years/report-years.ts'
import { liveForYears } from '../src/years/years.ts'

const days = Number(process.env['YEARS_DAYS'] ?? 1_000)
const seed = Number(process.env['YEARS_SEED'] ?? Math.floor(Math.random() * 1e6))
const troubleEvery = Number(process.env['YEARS_TROUBLE_EVERY'] ?? 40)
const progress = process.env['YEARS_LOG'] ?? join(session.folder, 'years.log')
const longestMs = 6 * 3_600_000

/** What the doctor has to find here: only the proof knows the address, and certificates and calendar have the real time. */
const isOfTheProof = /nights\.example\.org|^PROBLEM {2}The clock of this machine is \d+ s ahead/

const say = (line: string) => appendFileSync(progress, `${new Date().toISOString()} ${line}\n`)
const families: Family[] = []

t.setTimeout(longestMs)
t.teardown(async () => {
  for (const family of families) await family.close()
})

proof(
  `two families live for ${days} days, seed ${seed}`,
  async t => {
    const clock = createMovedClock(join(session.folder, `years-clock-${process.pid}`))
    families.push(await familyAtHome(session, clock), await familyOnCompose(session, clock))
    const how = { days, seed, troubleEvery, say }
    const years = await liveForYears({ session, clock, families, ...how })
    for (const line of reportOf(years)) {
      say(line)
      t.comment(line)
    }
    t.same(years.faults, [], 'everything is as people decided it')
    t.same([...years.logs.unexplained], [], 'no log has an error while all is well')
    for (const { name, doctor } of families) {
      const report = await doctor()
      const problems = report.split('\n').filter(line => line.startsWith('PROBLEM'))
      t.match(report, /^ok/m, `the doctor of ${name} examines it`)
      t.same(
        problems.filter(line => !isOfTheProof.test(line)),
        [],
        `the doctor of ${name} finds nothing to fix`,
      )
      t.same(memoryFaults(years.measurements.get(name) ?? []), [], `the memory of ${name} is flat`)
    }
    return years.lives.map(life => growthOf(life, years)).join('; ')
  },
  { skip: noMovedClock, milliseconds: longestMs },
)
