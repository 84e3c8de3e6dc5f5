import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Test } from 'tap'

/** What the stub of Docker answers. */
interface Machine {
  engine: string
  compose: string
  /** Whether our proxy runs. */
  running: boolean
  /** Whether another container publishes the ports. */
  published: boolean
  /** Whether the images are there. */
  images: boolean
  freeGigabytes: number
}

/** A machine on which nothing is missing. */
const goodMachine: Machine = {
  engine: '26.1.5',
  compose: '2.26.1-4',
  running: false,
  published: false,
  images: false,
  freeGigabytes: 20,
}

const tools = 'sh sed awk grep dirname basename tr od cat cp mkdir chmod tail'.split(' ')

const stubOf = ({ engine, compose, running, published, images }: Machine) => `#!/bin/sh
case "$1 $2" in
  'version --format') ${engine === '' ? 'exit 1' : `echo ${engine}`} ;;
  'compose version') ${compose === '' ? 'exit 1' : `echo ${compose}`} ;;
  'compose ps') ${running ? 'echo 0123456789ab' : ':'} ;;
  'compose config') test -s .env ;;
  'ps --quiet') ${published ? 'echo 0123456789ab' : ':'} ;;
  'info --format') echo / ;;
  'image inspect') ${images ? ':' : 'exit 1'} ;;
  *) echo "the stub of docker does not know: $*" >&2; exit 2 ;;
esac
`

/**
 * A folder with the scripts of a clone. `run` runs one of them where nothing but its tools is on the PATH:
 * with a stub of Docker that answers as this machine does, or without Docker.
 */
export function checkout(t: Test) {
  const folder = t.testdir()
  for (const name of ['infra', 'bin']) mkdirSync(`${folder}/${name}`)
  for (const file of ['.env.example', 'docker-compose.yml', 'infra/prepare.sh', 'infra/check.sh'])
    cpSync(file, `${folder}/${file}`)
  for (const tool of tools)
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(),
      `${folder}/bin/${tool}`,
    )
  const place = (name: string, script: string) =>
    writeFileSync(`${folder}/bin/${name}`, script, { mode: 0o755 })

  function run(script: string, machine?: Partial<Machine> | 'no docker') {
    rmSync(`${folder}/bin/docker`, { force: true })
    const is = { ...goodMachine, ...(machine === 'no docker' ? {} : machine) }
    if (machine !== 'no docker') place('docker', stubOf(is))
    place(
      'df',
      `#!/bin/sh\nprintf 'Filesystem\\n/dev/x 1 1 ${is.freeGigabytes * 1_048_576} 1%% /\\n'\n`,
    )
    const { status, stdout, stderr } = spawnSync(`${folder}/bin/sh`, [script], {
      cwd: folder,
      env: { PATH: `${folder}/bin` },
      encoding: 'utf8',
    })
    return { status, said: `${stdout}${stderr}`.trim().split('\n') }
  }
  return { folder, run }
}
