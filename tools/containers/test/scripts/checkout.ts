import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Test } from 'tap'

/** A machine that has everything. */
const goodMachine = {
  engine: '26.1.5',
  compose: '2.26.1-4',
  /** Whether another container publishes the ports. */
  published: false,
  /** Whether the images are there. */
  images: false,
  freeGigabytes: 20,
}

export type Machine = Partial<typeof goodMachine>

const dockerOf = ({ engine, compose, published, images }: typeof goodMachine) => `#!/bin/sh
case "$1 $2" in
  'version --format') ${engine === '' ? 'exit 1' : `echo ${engine}`} ;;
  'compose version') ${compose === '' ? 'exit 1' : `echo ${compose}`} ;;
  'compose config') test -s .env ;;
  'ps --quiet') ${published ? 'echo 0123456789ab' : ':'} ;;
  'info --format') echo / ;;
  'image inspect') ${images ? ':' : 'exit 1'} ;;
esac
`

const dfOf = (freeKilobytes: number) =>
  `#!/bin/sh\nprintf 'Filesystem\\n/dev/x 1 1 ${freeKilobytes} 1%% /\\n'\n`

/** A folder with the scripts of a clone. `run` runs one with stubs of docker and df that answer as a machine does. */
export function checkout(t: Test) {
  const folder = t.testdir()
  for (const name of ['infra', 'bin']) mkdirSync(`${folder}/${name}`)
  for (const name of ['prepare', 'check', 'check-inside'])
    cpSync(`infra/${name}.sh`, `${folder}/infra/${name}.sh`)
  for (const file of ['.env.example', 'docker-compose.yml']) cpSync(file, `${folder}/${file}`)

  function run(
    script: string,
    machine: Machine = {},
    env: NodeJS.ProcessEnv = {},
    args: readonly string[] = [],
    input = '',
  ) {
    const is = { ...goodMachine, ...machine }
    const mode = 0o755
    writeFileSync(`${folder}/bin/docker`, dockerOf(is), { mode })
    writeFileSync(`${folder}/bin/df`, dfOf(is.freeGigabytes * 1_048_576), { mode })
    const { status, stdout, stderr } = spawnSync('sh', [`infra/${script}.sh`, ...args], {
      cwd: folder,
      input,
      env: { PATH: `${folder}/bin:${process.env['PATH']}`, ...env },
      encoding: 'utf8',
    })
    return { status, said: `${stdout}${stderr}`.trim() }
  }

  /** Writes a setting of .env. */
  function set(name: string, value: string) {
    writeFileSync(`${folder}/.env`, `${name}=${value}\n`, { flag: 'a' })
  }
  const remove = (path: string) => rmSync(`${folder}/${path}`, { recursive: true })
  return { folder, run, set, remove }
}
