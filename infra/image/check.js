// npm run images:check [-- web …]: makes the folder of each image by the steps of infra/Dockerfile, starts
// what the image starts, as a user with few rights who may read that folder and nothing else, waits until
// it is ready, and prints what it weighs. No Docker is needed, so it also runs where there is none.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/pnpm.js'
import { readStages } from './dockerfile.js'
import { images } from './images.js'
import { runOnce, serveOnce } from './run.js'
import { prune } from './steps.js'

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(images)
const stages = readStages(readFileSync(join(root, 'infra/Dockerfile'), 'utf8'))

/** The folder of an image, as its two stages make it. */
function make(name, folder) {
  const place = join(folder, 'build', name)
  const step = (...words) => {
    const { status, stdout } = spawnSync('node', ['infra/image/steps.js', ...words], {
      cwd: place,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CI: 'true', TURBO_CACHE_DIR: join(root, '.turbo/cache') },
    })
    if (status === 0) return
    process.stderr.write(stdout)
    throw new Error(`the step ${words.join(' ')} failed`)
  }
  cpSync(join(folder, 'pruned', name, 'json'), place, { recursive: true })
  step('install')
  cpSync(join(folder, 'pruned', name, 'full'), place, { recursive: true })
  const image = join(folder, 'images', name)
  step('build', name, image)
  rmSync(place, { recursive: true })
  return image
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
  })
}

function weigh(image) {
  const files = filesIn(image)
  const megabytes = files.reduce((sum, path) => sum + statSync(path).size, 0) / 1_000_000
  return { megabytes: Math.round(megabytes * 10) / 10, files: files.length }
}

const folder = mkdtempSync(join(tmpdir(), 'night-routine-images-'))
chmodSync(folder, 0o711)
const rows = []
try {
  prune(join(folder, 'pruned'), names)
  // The tables have to be there before anybody is ready.
  const inOrder = names.toSorted((a, b) => Number(images[a].serves) - Number(images[b].serves))
  for (const name of inOrder) {
    console.log(`› ${name}`)
    const image = make(name, folder)
    const data = join(folder, 'data', name)
    const cache = join(folder, 'cache', name)
    for (const own of [data, cache]) mkdirSync(own, { recursive: true, mode: 0o777 })
    for (const own of [data, cache]) chmodSync(own, 0o777)
    const stage = stages[name]
    const place = { name, image, data, cache, stage }
    const seen = images[name].serves ? await serveOnce(place) : await runOnce(place)
    const row = { image: name, ...weigh(image), ...seen }
    console.log(JSON.stringify(row))
    rows.push(row)
  }
  console.table(rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
