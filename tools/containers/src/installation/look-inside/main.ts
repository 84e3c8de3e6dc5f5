// Runs beside a container, as root and with the container's processes and network: prints as JSON what it
// finds there. The images of the containers need no tool for it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect as open } from 'node:net'
import type { Facts, Process, Questions } from '../look-inside.ts'

const { writeTo, connectTo } = JSON.parse(process.argv[2] ?? '') as Questions
const root = '/proc/1/root'

// Health checks come and go.
function ifPresent<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const strings = (path: string) => readFileSync(path, 'utf8').split('\0').filter(Boolean)

function processes(): Process[] {
  const others = readdirSync('/proc').filter(
    name => /^\d+$/.test(name) && Number(name) !== process.pid,
  )
  return others.flatMap(pid => {
    const found = ifPresent(() => ({
      command: strings(`/proc/${pid}/cmdline`),
      environment: strings(`/proc/${pid}/environ`),
      status: Object.fromEntries(
        [...readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^(\w+):\t(.*)$/gm)].map(
          ([, key = '', value = '']) => [key, value],
        ),
      ),
    }))
    // The engine's own, about to become a health check.
    return found === undefined || found.command[0] === 'runc' ? [] : [found]
  })
}

function write(folder: string): string {
  try {
    writeFileSync(`${root}${folder}/written-by-a-proof`, '')
    return 'written'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

function connect(target: string): Promise<string> {
  const colon = target.lastIndexOf(':')
  return new Promise(resolve => {
    const socket = open(Number(target.slice(colon + 1)), target.slice(0, colon))
    const end = (outcome: string) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.setTimeout(4_000, () => end('no answer'))
    socket.on('connect', () => end('connected'))
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}

const facts: Facts = {
  processes: processes(),
  written: Object.fromEntries(writeTo.map(folder => [folder, write(folder)])),
  connected: Object.fromEntries(
    await Promise.all(connectTo.map(async target => [target, await connect(target)] as const)),
  ),
}
process.stdout.write(JSON.stringify(facts))
