// Test files that share a process: half of what a small one costs is the start of Node and its modules.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './pnpm.js'

const folder = '.tap/files'
/** So many files of one folder share a process: more, and one of them keeps the run waiting at its end. */
const most = 6

// Browsers, servers that are restarted, what changes a whole process.
const isAlone = file => /\.(alone|chromium|redis)\.test\.ts$/.test(file)

/**
 * The files tap is to run so that these run: one for each that stays alone, and one for each few of the
 * others. tap takes them in the order of their names: those that stay alone, which take longest, come first.
 */
export function together(files) {
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
  // One after the other: a file may wait for something before its first test.
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
