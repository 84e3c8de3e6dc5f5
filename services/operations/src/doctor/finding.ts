/** The result of one check: ok, worth knowing, or broken. */
export interface Finding {
  state: 'ok' | 'notice' | 'fault'
  /** The finding, in one sentence. */
  words: string
  /** What to do about it. */
  cure?: string
}

export const ok = (words: string): Finding => ({ state: 'ok', words })
export const notice = (words: string, cure: string): Finding => ({ state: 'notice', words, cure })
export const fault = (words: string, cure: string): Finding => ({ state: 'fault', words, cure })

const marks = { ok: 'ok    ', notice: 'notice', fault: 'FAULT ' } as const

/** The findings as lines for a terminal, and a last line that counts them. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ state, words, cure }) => [
    `${marks[state]}  ${words}`,
    ...(cure === undefined ? [] : [`        → ${cure}`]),
  ])
  const count = (state: Finding['state']) => findings.filter(one => one.state === state).length
  const counts = `${count('ok')} ok, ${count('notice')} to know, ${count('fault')} to fix`
  return [...lines, '', counts].join('\n')
}
