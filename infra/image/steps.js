// The steps that make the folder of an image. infra/Dockerfile runs them one by one, so that each can be
// a layer; `npm run images:check` runs the same functions without Docker. Plain JavaScript for the
// machine's own Node: nothing is installed yet when these run.
//
//   node infra/image/steps.js prune <folder>           what each image is built from, in a folder of its name
//   node infra/image/steps.js install                  what the lockfile names, in a pruned folder
//   node infra/image/steps.js build <image> <folder>   the image's files, in that folder
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpm, root } from '../../scripts/pnpm.js'
import { images } from './images.js'

// Nobody answers the questions of a package manager here.
process.env.CI ??= 'true'

const readManifest = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Ends the step when a program failed. */
function orEnd(code) {
  if (code !== 0) process.exit(code)
}

/** Writes, for each image, the manifests its dependencies follow from, and the sources of its parts. */
export function prune(target, names = Object.keys(images)) {
  const { turbo } = readManifest(root).devDependencies
  for (const name of names) {
    const { name: part } = readManifest(join(root, images[name].part))
    const words = ['prune', part, '--docker', `--out-dir=${join(target, name)}`]
    const { status } = spawnSync('npx', ['--yes', `turbo@${turbo}`, ...words], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    })
    orEnd(status ?? 1)
    // What every part needs, and turbo does not know of.
    for (const file of ['infra/image', 'scripts/pnpm.js'])
      cpSync(join(root, file), join(target, name, 'json', file), { recursive: true })
    cpSync(join(root, 'tsconfig.base.json'), join(target, name, 'full', 'tsconfig.base.json'))
  }
}

/** Installs what the lockfile names. */
export function install() {
  orEnd(pnpm('install', '--frozen-lockfile', '--reporter=append-only'))
}

/** Builds an image's part and all it stands on, and puts it into a folder with its production dependencies. */
export function build(name, target) {
  const { name: part } = readManifest(join(root, images[name].part))
  const run = ['exec', 'turbo', 'run', 'build', `--filter=${part}...`]
  orEnd(pnpm(...run, '--output-logs=errors-only', '--no-update-notifier'))
  // Workspace packages are copied, not linked: the folder has to stand alone.
  const copied = '--config.inject-workspace-packages=true'
  orEnd(pnpm(`--filter=${part}`, copied, '--prod', 'deploy', target))
  trim(target)
}

const unneeded =
  /^(test|bench|build|examples|\.turbo|README\.md|pnpm-lock\.yaml|tsconfig.*)$|\.(tsbuildinfo|map|ts)$/

/** Only the compiler reads these; some library names them as peers, for its types. */
const ofCompiler = /^(typescript@|@typescript\+|@types\+)/

/** Removes what a running service does not read; the templates in src stay. */
function trim(target) {
  removeIn(target)
  // Where the build has left it finished, nobody reads it.
  if (existsSync(join(target, 'dist', 'public')))
    rmSync(join(target, 'public'), { recursive: true })
  const store = join(target, 'node_modules', '.pnpm')
  for (const entry of readdirSync(store).filter(one => ofCompiler.test(one)))
    rmSync(join(store, entry), { recursive: true })
  for (const entry of readdirSync(store).filter(one => one.startsWith('@night-routine+'))) {
    const scope = join(store, entry, 'node_modules', '@night-routine')
    for (const part of readdirSync(scope, { withFileTypes: true }))
      if (part.isDirectory()) removeIn(join(scope, part.name))
  }
  for (const entry of readdirSync(store).filter(one => one.startsWith('googleapis@')))
    removeOtherApis(join(store, entry, 'node_modules', 'googleapis', 'build', 'src'))
}

// googleapis holds every API of Google, 200 MB of them; its root, which asks for all, is never loaded.
function removeOtherApis(folder) {
  rmSync(join(folder, 'index.js'))
  for (const api of readdirSync(join(folder, 'apis')))
    if (api !== 'calendar') rmSync(join(folder, 'apis', api), { recursive: true })
}

function removeIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    if (unneeded.test(entry.name)) rmSync(path, { recursive: true })
    else if (entry.isDirectory()) removeIn(path)
  }
}

const steps = { prune: target => prune(target), install, build }

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [step, ...words] = process.argv.slice(2)
  if (!Object.hasOwn(steps, step)) {
    console.error(`There is no step ${step}; there are ${Object.keys(steps).join(', ')}.`)
    process.exit(1)
  }
  steps[step](...words)
}
