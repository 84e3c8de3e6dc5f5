import { cpSync, globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Debian's package `faketime` has it: it tells programs another time. */
const library = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]

/** Why no clock can be moved on this machine; undefined if one can. */
export const noMovedClock =
  library === undefined ? 'Debian’s package faketime is not installed' : undefined

/** A clock that containers have in place of the machine's. Only the date moves; waits take as long as ever. */
export interface MovedClock {
  now: () => Temporal.Instant
  /** Lets it jump ahead. */
  moveTo: (instant: Temporal.Instant) => void
  /** Asks each process of our images to free unused memory, which takes it a second. */
  collectGarbage: () => void
  /** The folder on this machine, and where containers mount it. */
  folder: string
  mounted: string
  /** What programs of a container need. */
  env: Record<string, string>
  /** The same for our images, whose daily work has to notice a jump. */
  nodeEnv: Record<string, string>
  /** The folder with programs of PostgreSQL that need no environment to have this clock. */
  postgresqlFolder: string
}

const mounted = '/moved-clock'

/** Makes the clock, which still shows the machine's time. */
export function createMovedClock(folder: string): MovedClock {
  if (library === undefined) throw new Error(noMovedClock)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(library, join(folder, 'libfaketime.so.1'))
  cpSync(fileURLToPath(new URL('in-node.mjs', import.meta.url)), join(folder, 'in-node.mjs'))
  const env = {
    LD_PRELOAD: `${mounted}/libfaketime.so.1`,
    FAKETIME_TIMESTAMP_FILE: `${mounted}/offset`,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  // home starts PostgreSQL with an empty environment.
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${value}\n`)
  for (const name of ['initdb', 'postgres'])
    writeFileSync(
      join(folder, 'bin', name),
      `#!/bin/sh\n${exports.join('')}exec /usr/lib/postgresql/18/bin/${name} "$@"\n`,
      { mode: 0o755 },
    )
  let offsetMs = 0
  const save = () => {
    writeFileSync(join(folder, 'offset.new'), `+${(offsetMs / 1000).toFixed(3)}\n`)
    renameSync(join(folder, 'offset.new'), join(folder, 'offset'))
  }
  save()
  const now = () => Temporal.Now.instant().add({ milliseconds: offsetMs })
  return {
    now,
    moveTo(instant) {
      offsetMs += Math.max(0, Math.round(now().until(instant).total('milliseconds')))
      save()
    },
    collectGarbage() {
      writeFileSync(join(folder, 'collect-garbage'), now().toString())
    },
    folder,
    mounted,
    env,
    nodeEnv: { ...env, NODE_OPTIONS: `--import=${mounted}/in-node.mjs` },
    postgresqlFolder: `${mounted}/bin`,
  }
}
