import { parentCalled, sameName } from '@night-routine/calendar'
import type { ParentId } from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { ImportRefusal, type ImportedHousehold } from './imported.ts'
import type { ImportFacts, ImportOptions } from './import-facts.ts'

/** The names in a file that are each parent's, the main one first. */
export type NamesOfParents = Record<ParentId, readonly string[]>

/** A list of more names than this is cut in a sentence. */
const mostNamed = 8

/**
 * Finds out which names in a file are the parents': what a person said, else the names of the household, else what the
 * file says of a household without names.
 * @throws ImportRefusal if that is not clear
 */
export function whoAreParents(
  imported: ImportedHousehold,
  facts: ImportFacts,
  options: ImportOptions,
): NamesOfParents {
  const { parents } = facts.settings
  const own = { a: parents.a.name ?? '', b: parents.b.name ?? '' }
  const inFile = namesIn(imported, options)
  const known = (id: ParentId) =>
    inFile.filter(
      name => parentCalled(name, { names: own, earlierNames: facts.change.earlierNames }) === id,
    )
  const said = (id: ParentId) => options.parents?.[id] ?? []
  const given = { a: said('a'), b: said('b') }
  const isSaid = parentIds.some(id => given[id].length > 0)
  const names = { a: [...given.a, ...known('a')], b: [...given.b, ...known('b')] }
  // The household has no name for these parents yet.
  const free = parentIds.filter(id => parents[id].name === null && names[id].length === 0)
  const left = inFile.filter(
    name => !parentIds.some(id => names[id].some(one => sameName(one, name))),
  )
  if (free.length > 0) {
    if (left.length !== free.length)
      throw new ImportRefusal(message('import.whoAreParents', { names: listed(left) }))
    for (const [index, id] of free.entries()) names[id] = [left[index] ?? '']
    return names
  }
  // Names of a file that says who the parents are must be ours; another file may have nights of one of them.
  const isClear =
    left.length === 0 || (imported.names === null && parentIds.some(id => names[id].length > 0))
  if (!isClear && !isSaid && options.othersAreBabysitters !== true)
    throw new ImportRefusal(
      message('import.otherNames', { names: listed(left), a: own.a, b: own.b }),
    )
  return names
}

/** The names in a file that may be parents', each once, in the file's own order. */
function namesIn(
  { names, nights }: ImportedHousehold,
  { babysitters = [] }: ImportOptions,
): string[] {
  const all =
    names === null
      ? nights.filter(({ kind }) => kind !== 'babysitter').map(({ name }) => name)
      : [names.a, names.b]
  const distinct = [...new Set(all)].filter(
    (name, index, each) => each.findIndex(one => sameName(one, name)) === index,
  )
  return distinct.filter(name => !babysitters.some(one => sameName(one, name)))
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ')
  return names.length > mostNamed ? `${shown}, …` : shown
}
