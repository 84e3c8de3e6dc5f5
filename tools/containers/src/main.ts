// npm run containers [-- --short] [--only NAME …] [--images PREFIX --tag TAG]: builds the images, runs docker-compose.yml on a real
// engine, and proves that the deployment works. Ends with 0 when all proofs held, 1 when one did not, and 2
// when this machine cannot run them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyTracked } from './engine/copy-tracked.ts'
import { findEngine, startEngine, type Engine } from './engine/engine.ts'
import { unpackEngine } from './engine/engine-packages.ts'
import { removeAll } from './engine/remove-all.ts'
import { attempt } from './engine/program.ts'
import { reportProofs } from './proof/report.ts'
import { saveSession } from './engine/session.ts'
import { buildStandIns, pinnedImages, pullImages } from './engine/stand-ins.ts'

const { values } = parseArgs({
  options: {
    /** What CI runs: every profile's configuration, the images, sign-in to a filled calendar. */
    short: { type: 'boolean', default: false },
    /** Files of proofs to run, by the name of the file without its ending. */
    only: { type: 'string', multiple: true, default: [] },
    /** Images that exist already, for example those of a release, instead of ones built here. */
    images: { type: 'string' },
    tag: { type: 'string', default: 'local' },
  },
})
const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** What a private engine and stand-in images take; Debian's packages have the same names. */
const neededPrograms = ['runc', 'iptables', 'debootstrap']
const onMachine = async (program: string) =>
  (await attempt('sh', ['-c', `command -v ${program}`], { env: process.env })).status === 0
const found = await findEngine(process.env)
const missingPrograms: string[] = []
for (const program of neededPrograms) if (!(await onMachine(program))) missingPrograms.push(program)
const [isRoot, isDebian] = [process.getuid?.() === 0, await onMachine('apt-get')]
const fault = 'reason' in found ? whyNotHere(found.reason) : undefined
if (fault !== undefined) {
  console.error(fault)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'night-routine-containers-'))
let engine: Engine | undefined
const projectPrefix = basename(folder).toLowerCase()
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interrupted.abort(new Error(`interrupted by ${signal}`)))

/** Why the deployment cannot be run here without a running engine, in one sentence that says what to do. */
function whyNotHere(reason: string): string | undefined {
  const start = `npm run containers needs a Docker engine with the compose plugin (${reason}): start one`
  if (!isRoot) return `${start} and join the group docker, or run this as root.`
  if (!isDebian) return `${start}; only on Debian a private one can be started.`
  if (missingPrograms.length === 0) return undefined
  const packages = missingPrograms.join(' ')
  return `${start}, or install what a private one takes with "apt-get install ${packages}".`
}

async function proveAll(): Promise<boolean> {
  engine = 'env' in found ? found : await step('Starting a private Docker engine', startPrivate)
  const { env } = engine
  const kind = engine.private ? 'private' : 'running'
  console.log(`${kind} engine ${engine.version}, Compose ${engine.compose}`)
  const images = pinnedImages(repository)
  const whyNotPulled = await step('Pulling the pinned images', () => pullImages(images, env))
  const standIns =
    whyNotPulled === undefined
      ? {}
      : await step('Building stand-ins, because images cannot be pulled', () =>
          buildStandIns(images, { folder, repository, env }),
        )
  if (whyNotPulled !== undefined) console.log(`  ${whyNotPulled}`)
  for (const [image, standIn] of Object.entries(standIns)) console.log(`  ${standIn} for ${image}`)
  const source = join(folder, 'source')
  await copyTracked(repository, source)
  const path = saveSession({
    folder,
    repository,
    source,
    engineEnv: env,
    engine: { version: engine.version, compose: engine.compose, private: engine.private },
    standIns,
    images: {
      prefix: values.images ?? `localhost/${projectPrefix}`,
      tag: values.tag,
      built: values.images === undefined,
    },
    projectPrefix,
  })
  return prove(path)
}

async function startPrivate() {
  return startEngine(
    join(folder, 'engine'),
    await unpackEngine(join(folder, 'packages')),
    process.env,
  )
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  interrupted.signal.throwIfAborted()
  console.log(`\n› ${name}`)
  const startedAt = performance.now()
  const value = await work()
  console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  interrupted.signal.throwIfAborted()
  return value
}

/** Runs the proof files in sequence, each in a separate process. */
async function prove(sessionPath: string): Promise<boolean> {
  const all = globSync('proofs/*.proof.ts', { cwd: join(repository, 'tools/containers') }).map(
    file => basename(file, '.proof.ts'),
  )
  const others = values.only.length > 0 ? values.only : values.short ? [] : all
  // The first file builds the images.
  const first = values.images === undefined || others.length === 0 ? ['short'] : []
  const wanted = [...new Set([...first, ...others])]
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const name of wanted) {
    interrupted.signal.throwIfAborted()
    console.log(`\n› ${name}`)
    const file = `tools/containers/proofs/${name}.proof.ts`
    const run = spawn(process.execPath, ['--conditions=night-routine', file], {
      cwd: repository,
      env: { ...process.env, CONTAINERS_SESSION: sessionPath, TAP_TIMEOUT: '1200' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const stop = () => run.kill('SIGTERM')
    interrupted.signal.addEventListener('abort', stop)
    const ended = once(run, 'exit')
    const counts = await reportProofs(run.stdout, console.log)
    const [code] = (await ended) as [number | null]
    interrupted.signal.removeEventListener('abort', stop)
    total.passed += counts.passed
    total.skipped += counts.skipped
    // A file that ends badly without a failed proof has failed as a whole.
    total.failed += counts.failed || Number(code !== 0)
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed === 0
}

try {
  process.exitCode = (await proveAll()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  if (engine) await removeAll(engine.env, projectPrefix)
  await engine?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
