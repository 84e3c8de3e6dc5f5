/** A value as JSON, so that assertions can compare its dates as strings. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
