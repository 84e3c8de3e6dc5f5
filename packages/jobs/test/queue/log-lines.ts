import type { QueueLogger } from '../../src/queue/backend.ts'

/** A logger whose lines a test can read. */
export function collectLines() {
  const lines: { level: string; text: string; details: object }[] = []
  const at = (level: string) => (details: object, text: string) =>
    void lines.push({ level, text, details })
  const logger: QueueLogger = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  }
  return { logger, lines }
}
