/** What takes something away from, or asks something new of, code that does not know the migration. */
const rules: readonly [pattern: RegExp, name: string][] = [
  [/\bdrop\s+table\b/i, 'drop table'],
  [/\bdrop\s+column\b/i, 'drop column'],
  [/\brename\b/i, 'rename'],
  [/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i, 'alter column … type'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'set not null'],
  [/\balter\s+column\s+\w+\s+drop\s+default\b/i, 'drop default'],
  [/\balter\s+column\s+\w+\s+add\s+generated\s+always\b/i, 'add generated always'],
  [/\benable\s+row\s+level\s+security\b/i, 'row level security'],
]

const addedColumn =
  /\badd\s+(?:column\s+)?(?!column\b|constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b|not\b|generated\b)((?:[^,(;]|\([^()]*(?:\([^()]*\)[^()]*)*\))*)/gi

const tableName = String.raw`(?:(?:if\s+(?:not\s+)?exists|only)\s+)*([\w."$]+)`
const madeTable = new RegExp(String.raw`\bcreate\s+table\s+${tableName}`, 'i')
const changedTable = new RegExp(String.raw`\balter\s+table\s+${tableName}`, 'i')
const indexOrTrigger = new RegExp(
  String.raw`\bcreate\s+(?:unique\s+index|(?:or\s+replace\s+)?(?:constraint\s+)?trigger)\s+(?:(?:concurrently|if\s+not\s+exists)\s+)*(?:(\w+)\s+(?:[^()]*?\s)?)?on\s+${tableName}`,
  'i',
)
const addedRule =
  /\badd\s+(?:constraint\s+(\w+)|(?:check|unique|primary|foreign|exclude|not\s+null)\b)/gi

/** Rules that a migration makes for rows of a table that was there before it, by name; '' where it has none. */
function newRules(statements: readonly string[]): string[] {
  const ours = new Set(statements.map(one => madeTable.exec(one)?.[1]))
  return statements.flatMap(statement => {
    const [, made = '', on] = indexOrTrigger.exec(statement) ?? []
    if (on !== undefined && !ours.has(on)) return [made]
    const changed = changedTable.exec(statement)?.[1]
    if (changed === undefined || ours.has(changed)) return []
    return [...statement.matchAll(addedRule)].map(([, name = '']) => name)
  })
}

function ofColumn(column: string): string[] {
  const duty = /\bnot\s+null\b/i.test(column) && !/\b(?:default|generated)\b/i.test(column)
  // What the version before leaves out is the same in each of its rows.
  const alike =
    /\bunique\s+nulls\s+not\s+distinct\b/i.test(column) ||
    (/\bunique\b/i.test(column) && /\bdefault\s+(?!gen_random_uuid|uuidv[47])/i.test(column))
  return [
    ...(duty ? ['add column … not null without a default'] : []),
    ...(alike ? ['add column … unique with a default'] : []),
  ]
}

/**
 * What a migration does that the version before it could not live with (docs/upgrading.md). A migration
 * named `NNNN-contract-after-NNNN-…` may do all of it, if it says since when what it removes is unused.
 * The text of a new rule for the rows of an old table does not show whether the previous version keeps to it, so
 * a comment has to say why it does: `// NAME holds: the version before …`.
 */
export function breaches(path: string, source: string): string[] {
  const statements = [...source.matchAll(/sql(?:<[^>]*>)?`([^`]*)`/g)].flatMap(([, text = '']) =>
    text.split(';'),
  )
  // A reason may go over several lines of a comment.
  const prose = source.replaceAll(/\s*\n\s*(?:\/\/|\*)?\s*/g, ' ')
  const found = [
    ...(/\.schema\b|\bsql\.raw\b/.test(source) ? ['not written as sql`…`, so not read'] : []),
    ...statements.flatMap(statement => [
      ...rules.filter(([pattern]) => pattern.test(statement)).map(([, name]) => name),
      ...[...statement.matchAll(addedColumn)].flatMap(([, column = '']) => ofColumn(column)),
    ]),
    ...newRules(statements)
      .filter(name => !prose.includes(`${name} holds: the version before `) || name === '')
      .map(name => `a new rule for an old table: ${name || 'without a name'}`),
  ]
  if (!/\/\d{4}-contract-/.test(path)) return found
  return [
    ...(/-contract-after-\d{4}-/.test(path) ? [] : ['a contract names the migration it follows']),
    ...(/unused since \d+\.\d+\.\d+/i.test(source)
      ? []
      : ['a contract says since which version what it removes is unused']),
  ]
}
