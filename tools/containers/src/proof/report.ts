import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * Reads the TAP of one file of proofs: prints a line for each proof with its figure, and everything
 * that a failed one said.
 *
 * @param input TAP whose top-level subtests are proofs; a figure is a comment `figure: …` inside one
 */
export async function reportProofs(input: Readable, print: (line: string) => void) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  let inside: string[] = []
  for await (const line of createInterface({ input })) {
    const [, outcome, title = ''] = /^(ok|not ok) \d+ - (.*)$/.exec(line) ?? []
    if (outcome === undefined) {
      inside.push(line)
      continue
    }
    const [name = '', note = ''] = title.replace(/ \{$/, '').split(' # ')
    const figures = inside.flatMap(said => /^ *# figure: (.*)$/.exec(said)?.[1] ?? [])
    const seconds = /time=([\d.]+)ms/.exec(note)?.[1]
    const time = seconds === undefined ? '' : ` (${(Number(seconds) / 1000).toFixed(1)} s)`
    if (/^SKIP/i.test(note)) {
      counts.skipped += 1
      print(`skipped ${name}: ${note.replace(/^SKIP:? ?/i, '')}`)
    } else if (outcome === 'ok') {
      counts.passed += 1
      print(`ok      ${name}${figures.length > 0 ? `: ${figures.join('; ')}` : ''}${time}`)
    } else {
      counts.failed += 1
      for (const said of inside) print(said)
      print(`FAILED  ${name}${time}`)
    }
    inside = []
  }
  if (counts.passed + counts.failed + counts.skipped === 0) for (const said of inside) print(said)
  return counts
}
