const levels: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' }

interface LogLine {
  level?: number
  msg?: string
  err?: { message?: string; stack?: string }
}

/** One line of a service's structured log as a person at a terminal wants it; other lines as they are. */
export function readableLine(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const { level, msg, err }: LogLine = JSON.parse(line)
    const cause = err?.stack ?? err?.message
    return `${levels[level ?? 30] ?? ''}${msg ?? line}${cause ? `\n${cause}` : ''}`
  } catch {
    return line
  }
}
