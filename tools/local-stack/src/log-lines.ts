const levels: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' }
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'requestId'])

interface LogLine {
  level?: number
  name?: string
  msg?: string
  err?: { message?: string; stack?: string }
}

/** A line of a program's output for a person at a terminal. One of a structured log shows the service that wrote it. */
export function readableLines(line: string, program: string): string[] {
  const { name = program, text } = read(line)
  return text.split('\n').map(part => `${name.padEnd(16)} │ ${part}`)
}

function read(line: string): { name?: string | undefined; text: string } {
  if (!line.startsWith('{')) return { text: line }
  try {
    const entry: LogLine = JSON.parse(line)
    const facts = Object.entries(entry)
      .filter(([key]) => !hidden.has(key))
      .map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    const cause = entry.err?.stack ?? entry.err?.message
    const text = `${levels[entry.level ?? 30] ?? ''}${entry.msg ?? ''}${facts.join('')}`
    return { name: entry.name, text: cause ? `${text}\n${cause}` : text }
  } catch {
    return { text: line }
  }
}
