// Starts what an image starts, in the folder of the image.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** The user `nobody` where we are root; else whoever we are, who is not root. */
const few = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const longestMs = 30_000

/** Settings that a deployment would give; nothing here is asked of Google before somebody signs in. */
const settings = {
  DATABASE_URL: process.env['DATABASE_URL'],
  REDIS_URL: process.env['REDIS_URL'],
  PUBLIC_URL: 'https://routine.example.org',
  ALLOWED_EMAILS: 'alex@example.org,robin@example.org',
  SECRET_KEYS: 'a'.repeat(64),
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
  VAULT_FIRST_EMAIL: 'alex@example.org',
  VAULT_FIRST_PASSWORD: 'a password of some length',
}

/** The environment of an image, at other places and free ports of this machine. */
function environment({ stage, image, data, cache }) {
  const places = { VAULT_FOLDER: data, NODE_COMPILE_CACHE: cache }
  const moved = Object.fromEntries(
    Object.entries(places).filter(([name]) => Object.hasOwn(stage.env, name)),
  )
  const ports = { HOST: '127.0.0.1', PORT: '0', METRICS_HOST: '127.0.0.1', METRICS_PORT: '0' }
  return { ...settings, ...stage.env, ...moved, ...ports, HOME: image }
}

/** Node may read the folder, and write where the image has a volume; nothing else. */
function fenced({ image, data, stage }) {
  const volumes = Object.hasOwn(stage.env, 'VAULT_FOLDER') ? [data] : []
  return [
    '--permission',
    '--allow-net',
    ...[image, ...volumes].map(folder => `--allow-fs-read=${folder}/*`),
    ...volumes.map(folder => `--allow-fs-write=${folder}/*`),
  ]
}

function start(place, options) {
  const [, ...words] = place.stage.command
  return spawn(process.execPath, [...fenced(place), ...words], {
    cwd: place.image,
    env: environment(place),
    ...few,
    ...options,
  })
}

/** The RUN line of an image: it keeps what compiling its modules gives. */
function warm({ stage, image, cache }) {
  const [, ...words] = JSON.parse(stage.runs[0])
  const here = words.map(word => word.replaceAll('/app/', `${image}/`))
  const { status, stderr } = spawnSync(process.execPath, here, {
    cwd: image,
    env: { NODE_COMPILE_CACHE: cache },
    encoding: 'utf8',
    ...few,
  })
  if (status !== 0) throw new Error(`warming failed: ${stderr}`)
}

/** Runs what ends by itself; how long it took. */
export async function runOnce(place) {
  warm(place)
  const began = performance.now()
  const child = start(place, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${place.name} ended with ${code}`)
  return { readyMs: Math.round(performance.now() - began), rssMegabytes: undefined }
}

/** Starts a service, waits until it is ready, runs its health check, stops it. */
export async function serveOnce(place) {
  warm(place)
  const began = performance.now()
  const child = start(place, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const lines = []
  child.stdout.on('data', text => lines.push(text))
  try {
    const { port } = await told(child)
    await ready(port)
    const readyMs = Math.round(performance.now() - began)
    const [, ...words] = place.stage.health
    const health = spawnSync(process.execPath, words, { env: { PORT: String(port) }, ...few })
    if (health.status !== 0) throw new Error(`the health check of ${place.name} failed`)
    const rssMegabytes = memory(child.pid)
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${place.name} ended with ${code}`)
    return { readyMs, rssMegabytes }
  } catch (error) {
    process.stderr.write(lines.join(''))
    throw error
  } finally {
    child.kill('SIGKILL')
  }
}

async function told(child) {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`it ended with ${code} before it listened`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  return message
}

async function ready(port) {
  const end = performance.now() + longestMs
  while (performance.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (answer.ok) return
    await sleep(20)
  }
  throw new Error(`it was not ready in ${longestMs} ms`)
}

/** What a process holds in memory, after it has become ready. */
function memory(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(stdout) / 1024)
}
