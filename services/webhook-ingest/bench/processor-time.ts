import { readdirSync, readFileSync } from 'node:fs'

/** The unit of /proc/PID/stat: USER_HZ, which is 100 on every system that Node runs on. */
const ticksPerSecond = 100

/** Seconds of processor time that a process has used; 0 if it has ended, or without /proc. */
export function processorSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces and parentheses; the rest is numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return 0
  }
}

/** The processes of this name; none without /proc. */
export function processesCalled(name: string): number[] {
  try {
    return readdirSync('/proc')
      .filter(entry => /^\d+$/.test(entry))
      .map(Number)
      .filter(pid => nameOf(pid) === name)
  } catch {
    return []
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}
