import { MigrationRefusal } from './refusal.ts'

/** A migration that removes something, named for the migration that code must know to work without it. */
const contract = /-contract-after-(\d+)-/

/**
 * Whether a newer version has migrated this database and this version can use it as it is: a newer version
 * only adds, until a contract removes what this version needs (docs/upgrading.md).
 * @param run the migrations of the database
 * @param known the migrations of this version
 * @throws MigrationRefusal when the database belongs to a version that this one cannot replace
 */
export function isAhead(run: readonly string[], known: readonly string[]): boolean {
  const unknown = run.filter(name => !known.includes(name))
  if (unknown.length === 0) return false
  const last = known.toSorted().at(-1) ?? ''
  const added = unknown.every(name => name > last) && known.every(name => run.includes(name))
  const [other] = unknown
  if (!added)
    throw new MigrationRefusal(
      `The database belongs to another version of Night Routine: it has the migration ${other}. ` +
        'Start that version, or use an empty database.',
    )
  const beyond = unknown.find(name => needsNewerThan(known, name))
  if (beyond !== undefined)
    throw new MigrationRefusal(
      `The database belongs to a newer version of Night Routine: it has the migration ${beyond}. Start that ` +
        'version again, or restore a backup of this version into an empty database.',
    )
  return true
}

function needsNewerThan(known: readonly string[], name: string): boolean {
  const [, needed] = contract.exec(name) ?? []
  return needed !== undefined && !known.some(one => one.startsWith(`${needed}-`))
}
