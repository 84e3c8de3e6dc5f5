/** About as many nights as a household has in ten years. */
const mostKept = 8_192

/**
 * A parser that gives the same object for the same text: nothing can change a Temporal object. V8 frees what one
 * holds outside of its heap only when it collects the whole heap, so thousands of them for each page add up.
 */
export function keepParsed<T>(parse: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return text => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const value = parse(text)
    if (kept.size >= mostKept) kept.clear()
    kept.set(text, value)
    return value
  }
}
