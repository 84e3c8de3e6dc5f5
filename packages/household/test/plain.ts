/** Values as JSON: Temporal objects compare as equal in assertions, whatever they hold. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)),
  )
}
