/** A value as JSON has it: dates become strings, which assertions can compare. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
