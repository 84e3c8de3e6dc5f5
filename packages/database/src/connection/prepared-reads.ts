import type { ClientBase } from 'pg'

/** A statement that reads columns by name. A prepared `select *` fails once a migration adds a column. */
const readsNamedColumns = /^select (?!\*)(?!.*\.\*)/s

/** PostgreSQL keeps each statement per connection, so texts that differ each time must not fill it. */
const mostStatements = 500

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === mostStatements || !readsNamedColumns.test(text))
    return known
  const name = `read-${names.size}`
  names.set(text, name)
  return name
}

/**
 * Prepares the reads of this connection: PostgreSQL parses and plans each text once instead of each time, which is
 * most of what a small read costs it.
 */
export function prepareReads(client: ClientBase) {
  const query: (...words: unknown[]) => unknown = client.query.bind(client)
  Object.assign(client, {
    query(text: unknown, values: unknown, ...rest: unknown[]) {
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
      return name === undefined
        ? query(text, values, ...rest)
        : query({ name, text, values }, ...rest)
    },
  })
}
