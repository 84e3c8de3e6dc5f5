// npm run bench -- vault-api: peak memory of uploads above idle, and what four at once gains. Fails above the target.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const target = 30_000_000
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

const folder = mkdtempSync(join(tmpdir(), 'vault-api-bench-'))
const file = join(folder, 'large')
writeFileSync(file, randomBytes(50 * 1024 * 1024))

const run = (program: string, ...args: string[]) =>
  fork(new URL(program, import.meta.url).pathname, args, {
    execArgv: ['--conditions=night-routine'],
  })
const receiver = run('receiver.ts')
const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]

async function measure(what: string) {
  const sender = run('sender.ts', String(port), what, file)
  const [figures] = (await once(sender, 'message')) as [
    { idle: number; peak: number; milliseconds: number },
  ]
  const above = figures.peak - figures.idle
  console.log(
    `${what.padEnd(20)} ${figures.milliseconds.toFixed(0).padStart(6)} ms   ` +
      `idle ${megabytes(figures.idle)}   peak above idle ${megabytes(above)}`,
  )
  return { ...figures, above }
}

try {
  const one = await measure('one')
  const four = await measure('four')
  const alone = await measure('many-one-at-a-time')
  const many = await measure('many')
  console.log(
    `2,000 files of 1 kB: ${(alone.milliseconds / many.milliseconds).toFixed(2)} times as fast`,
  )
  for (const { above } of [one, four])
    if (above > target) {
      console.log(`over the target of ${megabytes(target)}`)
      process.exitCode = 1
    }
} finally {
  receiver.disconnect()
  rmSync(folder, { recursive: true })
}
