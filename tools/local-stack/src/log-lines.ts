const levels: Record<string, string> = { warn: 'warning: ', error: 'error: ', fatal: 'fatal: ' }
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'requestId'])

interface LogLine {
  level?: string
  name?: string
  msg?: string
  err?: { message?: string; stack?: string; code?: string }
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
    const text = `${levels[entry.level ?? 'info'] ?? ''}${entry.msg ?? ''}${facts.join('')}`
    return { name: entry.name, text: entry.err ? withError(text, entry.err) : text }
  } catch {
    return { text: line }
  }
}

/** An error with a code is a known one, whose message says it all. Others are bugs, which need their stack. */
function withError(text: string, { code, message = '', stack }: NonNullable<LogLine['err']>) {
  return code === undefined && stack !== undefined ? `${text}\n${stack}` : `${text}: ${message}`
}
