// Summarizes a TAP stream: one line per test file, the whole output of a failed one, and totals.
import { createInterface } from 'node:readline'

/**
 * @param {import('node:stream').Readable} input TAP of a whole run, one subtest per file
 * @param {(line: string) => void} print
 * @returns {Promise<{ pass: number, fail: number, skip: number, todo: number }>} assertions, by outcome
 */
export async function summarizeTap(input, print) {
  const counts = { pass: 0, fail: 0, skip: 0, todo: 0 }
  let block = []
  for await (const line of createInterface({ input })) {
    const file = /^(ok|not ok) \d+ - (.*)$/.exec(line)
    if (file?.[1] === 'not ok') for (const kept of block) print(kept)
    if (file) {
      const name = file[2].replace('.tap/files/', '').replace(/ \{$/, '')
      print(`${file[1] === 'ok' ? '  ' : 'FAILED'} ${name}`)
    }
    block = file ? [] : [...block.slice(-2000), line]
    for (const [, key, value] of /^# \{ (.*) \}$/.exec(line)?.[1].matchAll(/(\w+): (\d+)/g) ?? []) {
      if (key in counts) counts[key] += Number(value)
    }
  }
  // Output after the last file belongs to the run as a whole, such as a crash of the runner.
  if (counts.pass + counts.fail === 0) for (const kept of block) print(kept)
  return counts
}
