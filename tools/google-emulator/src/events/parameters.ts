import { invalidParameter } from '../google-error.ts'

export type Query = Record<string, string | string[] | undefined>

/** The last value of a parameter; an empty one counts as absent. */
export function text(query: Query, name: string): string | undefined {
  const value = texts(query, name).at(-1)
  return value === '' ? undefined : value
}

/** All values of a parameter that may be repeated. */
export function texts(query: Query, name: string): string[] {
  const value = query[name]
  return value === undefined ? [] : [value].flat()
}

export function flag(query: Query, name: string): boolean | undefined {
  const value = text(query, name)
  if (value === undefined || value === 'true' || value === 'false') {
    return value === undefined ? undefined : value === 'true'
  }
  throw invalidParameter(name, `Invalid boolean value: '${value}'.`)
}

export function positiveInteger(query: Query, name: string): number | undefined {
  const value = text(query, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= 1 && number <= 2_147_483_647) return number
  throw invalidParameter(
    name,
    `Invalid value '${value}'. Values must be within the range: [1, 2147483647]`,
  )
}

/** An RFC 3339 instant; the offset is mandatory. */
export function instant(query: Query, name: string): Temporal.Instant | undefined {
  const value = text(query, name)
  if (value === undefined) return undefined
  try {
    return Temporal.Instant.from(value)
  } catch {
    throw invalidParameter(name, `Invalid value for: ${name}: '${value}'`)
  }
}
