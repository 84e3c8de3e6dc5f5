const shortest = 4

/** How a secret may be written in what a server or a proxy sends back. */
function spellings(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const inUrl = secret.isWellFormed() ? [encodeURIComponent(secret)] : []
  return [...new Set([secret, inJson, ...inUrl])]
}

/**
 * Takes secrets out of a text that others wrote. A secret too short to be found safely withholds the
 * whole text where it occurs.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter(secret => secret !== '')
  if (known.some(secret => secret.length < shortest && text.includes(secret))) return '(withheld)'
  return known
    .flatMap(spellings)
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), text)
}

/** The beginning of a text on one line, for an error message. */
export function firstWords(text: string, longest = 200): string {
  // oxlint-disable-next-line no-control-regex -- A terminal must not be steered by a server's answer.
  const line = text.replaceAll(/[\s\u0000-\u001F\u007F-\u009F]+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)} …` : line
}
