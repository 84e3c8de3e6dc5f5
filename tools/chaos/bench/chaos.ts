// npm run bench -- chaos [--seed N] [--steps N] [--home] [--days]: the long run; with days, one passes after each check.
import { parseArgs } from 'node:util'
import { runChaos } from '@night-routine/chaos'
import { findRedis } from '@night-routine/servers'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.trunc(Math.random() * 2 ** 31)) },
    steps: { type: 'string', default: '1000' },
    'check-every': { type: 'string', default: '50' },
    home: { type: 'boolean', default: false },
    days: { type: 'boolean', default: false },
  },
})
const { home, days } = values
const redisProgram = home ? undefined : await findRedis(process.env['PATH'] ?? '')
if (!redisProgram && !home)
  console.log(
    'skipped: what happens to Redis; there is no redis-server or valkey-server on the PATH',
  )

const seed = Number(values.seed)
const way = (home ? ' --home' : '') + (days ? ' --days' : '')
console.log(`again: npm run bench -- chaos --seed ${seed} --steps ${values.steps}${way}`)
const { problems, report } = await runChaos({
  seed,
  steps: Number(values.steps),
  checkEvery: Number(values['check-every']),
  redisProgram,
  home,
  days,
  inherited: process.env,
  print: line => console.log(line),
})
console.log(report)
process.exitCode = problems.length === 0 ? 0 : 1
