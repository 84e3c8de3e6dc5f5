import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Lived } from './live-through.ts'
import { zoneTable, type ZoneRow } from './zone-table.ts'

const dayAfter = (night: string) => Temporal.PlainDate.from(night).add({ days: 1 }).toString()

const isLong = process.env['LONG_TESTS'] !== undefined

/** The rows of a process: in npm test, each process takes every other row. */
const rowsOf = (turn: number) => zoneTable.filter((_, row) => isLong || row % 2 === turn)

/** Plans, pushes, edits, pulls and plans again for each row, in a process in this time zone. */
async function livedIn(
  processZone: string,
  rows: readonly ZoneRow[],
): Promise<{ processZone: string; lived: Lived[] }> {
  const child = fork(
    fileURLToPath(new URL('live-through.ts', import.meta.url)),
    [JSON.stringify(rows)],
    {
      execArgv: ['--conditions=night-routine'],
      env: { ...process.env, NODE_OPTIONS: '', TZ: processZone },
    },
  )
  const ended = once(child, 'exit')
  const [result] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ])) as [{ processZone: string; lived: Lived[] }]
  await ended
  return result
}

for (const [turn, processZone] of ['Pacific/Auckland', 'America/Los_Angeles'].entries())
  t.test(`nights and events agree in a process in ${processZone}`, async t => {
    const rows = rowsOf(turn)
    const { lived, ...result } = await livedIn(processZone, rows)
    t.equal(result.processZone, processZone)
    for (const [index, { what, timeZone, tonight, nights }] of rows.entries()) {
      const row = `${what}, ${timeZone}`
      const found = lived[index]
      t.equal(found?.tonight, tonight, row)
      t.same(found?.planned, nights, `${row}: planned`)
      t.same(
        found?.events,
        nights.map(night => `${night} ${dayAfter(night)}`),
        `${row}: one event of one day for each`,
      )
      const given = nights.map((night, place) => (place === 1 ? `${night} Kim` : night))
      t.same(found?.edited, given, `${row}: the edit counts for its night`)
      t.same(found?.shown, nights, `${row}: no event moved`)
      const later = [...given.slice(1), dayAfter(nights[3])]
      t.same(found?.next, [nights[1], ...later], `${row}: the evening after`)
    }
  })
