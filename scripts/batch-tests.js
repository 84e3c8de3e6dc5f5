// Groups test files into shared processes, because start-up is half the cost of a small test.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './pnpm.js'

const folder = '.tap/files'
/** The maximum per process: with more, one long process delays the end of the run. */
const most = 6

// Browsers, restarted servers, tests that change their process.
const isAlone = file => /\.(alone|chromium|redis)\.test\.ts$/.test(file)

/**
 * Writes the entry files for tap: one for each test that needs its own process, and one for each batch of the
 * others. tap runs them by name, so the slow ones in `alone/` come first.
 */
export function batchTests(files) {
  rmSync(join(root, folder), { recursive: true, force: true })
  const alone = files.filter(isAlone)
  const others = files.filter(file => !alone.includes(file))
  const shared = [...new Set(others.map(dirname))].flatMap(place =>
    chunks(
      others.filter(file => dirname(file) === place),
      most,
    ).map((chunk, index) => importAll(`together/${place}/${index + 1}.test.ts`, chunk)),
  )
  return [...alone.map(file => importAll(`alone/${file}`, [file])), ...shared]
}

function importAll(name, files) {
  const path = `${folder}/${name}`
  const up = '../'.repeat(path.split('/').length - 1)
  // In sequence, because a file may await something before its first test.
  const text = files.map(file => `await import('${up}${file}')\n`).join('')
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return path
}

function chunks(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
