const levels: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' }
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'requestId'])

interface LogLine {
  level?: number
  msg?: string
  err?: { message?: string; stack?: string }
}

/** A line of a service's structured log, for a person at a terminal. Other lines stay unchanged. */
export function readableLine(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const entry: LogLine = JSON.parse(line)
    const facts = Object.entries(entry)
      .filter(([key]) => !hidden.has(key))
      .map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    const cause = entry.err?.stack ?? entry.err?.message
    const text = `${levels[entry.level ?? 30] ?? ''}${entry.msg ?? ''}${facts.join('')}`
    return cause ? `${text}\n${cause}` : text
  } catch {
    return line
  }
}
