/** Collects the output of a logger: the raw text, and the lines as objects. */
export function collectLines() {
  const lines: string[] = []
  return {
    destination: { write: (line: string) => void lines.push(line) },
    text: () => lines.join(''),
    lines: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
  }
}
