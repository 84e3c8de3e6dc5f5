/** What takes something away from, or asks something new of, code that does not know the migration. */
const rules: readonly [pattern: RegExp, name: string][] = [
  [/\bdrop\s+table\b/i, 'drop table'],
  [/\bdrop\s+column\b/i, 'drop column'],
  [/\brename\b/i, 'rename'],
  [/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i, 'alter column … type'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'set not null'],
  [/\balter\s+column\s+\w+\s+drop\s+default\b/i, 'drop default'],
]

const addedColumn = /\badd\s+column\s+((?:[^,(;]|\([^()]*(?:\([^()]*\)[^()]*)*\))*)/gi

/**
 * What a migration does that the version before it could not live with (docs/upgrading.md). A migration
 * whose name begins with `contract` may do all of it, if it says since when nobody uses what it takes away.
 */
export function breaches(path: string, source: string): string[] {
  const statements = [...source.matchAll(/sql(?:<[^>]*>)?`([^`]*)`/g)].map(([, text = '']) => text)
  const found = statements.flatMap(statement => [
    ...rules.filter(([pattern]) => pattern.test(statement)).map(([, name]) => name),
    ...[...statement.matchAll(addedColumn)]
      .map(([, column = '']) => column)
      .filter(column => /\bnot\s+null\b/i.test(column) && !/\bdefault\b/i.test(column))
      .map(() => 'add column … not null without a default'),
  ])
  if (!/\/\d{4}-contract-/.test(path)) return found
  return /unused since \d+\.\d+\.\d+/i.test(source)
    ? []
    : ['a contract says since which version nobody uses it']
}
