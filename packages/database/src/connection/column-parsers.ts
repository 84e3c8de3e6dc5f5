import { types } from 'pg'

type TypeId = Parameters<typeof types.getTypeParser>[0]

/** The date of a text of PostgreSQL's. */
export const parseDate = cached(text => Temporal.PlainDate.from(text))

/** The instant of a text of PostgreSQL's. */
export const parseInstant = cached(text => Temporal.Instant.from(text))

const parsers = new Map<TypeId, (text: string) => unknown>([
  [types.builtins.DATE, parseDate],
  [types.builtins.INT8, BigInt],
  [types.builtins.TIMESTAMPTZ, parseInstant],
])

/** How values arrive: DATE as Temporal.PlainDate, int8 as bigint, timestamptz as Temporal.Instant. */
export const columnParsers = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? types.getTypeParser(oid, format),
}

/**
 * A parser that returns the same object for the same text. V8 frees what a Temporal object holds outside of
 * its heap only in a full collection, so thousands of them for each page add up.
 */
function cached<T>(parse: (text: string) => T): (text: string) => T {
  // About as many nights as a household has in ten years, twice.
  const limit = 8_192
  const cache = new Map<string, T>()
  return text => {
    const known = cache.get(text)
    if (known !== undefined) return known
    const value = parse(text)
    if (cache.size >= limit) cache.clear()
    cache.set(text, value)
    return value
  }
}
