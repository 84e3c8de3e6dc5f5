import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a folder with a `vi` for `vi .env`: it writes what a person would, the lines in which the present .env differs
 * from the example.
 *
 * @param folder the installation, whose .env is finished
 * @returns the folder for the PATH
 */
export function editor(folder: string): string {
  const finished = readFileSync(join(folder, '.env'), 'utf8')
  const example = readFileSync(join(folder, '.env.example'), 'utf8').split('\n')
  const changed = finished.split('\n').filter(line => /^\w+=/.test(line) && !example.includes(line))
  const bin = join(folder, '../bin')
  mkdirSync(bin, { recursive: true })
  const edits = changed.map(line => `s|^${line.split('=')[0]}=.*|${line}|`)
  writeFileSync(join(bin, 'edits'), edits.join('\n'))
  writeFileSync(join(bin, 'vi'), `#!/bin/sh\nsed -i -f '${bin}/edits' "$1"\n`, { mode: 0o755 })
  return bin
}
