import { cheapestPath } from './cheapest-path.ts'
import type { Path, PathNight, PathStart } from './cheapest-path.ts'
import { hasFewer, needsFewer, nextRun } from './price.ts'

/**
 * Excuses what people have read where no reason could be given for it even with all that they have read
 * before it. Excused so strictly, the cheapest path is still the cheapest once it has been read.
 */
function excuseRead(nights: readonly PathNight[], start: PathStart): PathNight[] {
  let { run } = start
  let balance = start.balance + start.forgiven
  let known = true
  return nights.map(night => {
    const side = night.sides.length === 2 ? night.published : (night.sides[0] ?? null)
    if (night.sides.length === 2 && side === null) known = false
    if (!known || side === null) return night
    const excused = needsFewer(night, side, run) && !hasFewer(night, side, balance)
    balance += side === 0 ? 1 : -1
    run = nextRun(run, side)
    return { ...night, excused }
  })
}

/** Excuses whatever people have read: what is new costs them the fewest changes. */
const excuseAll = (nights: readonly PathNight[]) =>
  nights.map(night => ({ ...night, excused: night.published !== null }))

/**
 * The path to take, given what people have read: one that is taken again once it has been read.
 * What has been read stays if it is the cheapest path, strictly excused. Else something is new, and all
 * of it is excused, if the path found so stays as well; rarely it does not, and excuses are strict again.
 *
 * @param planned how many of the nights will be read, from the first on
 */
export function steadyPath(nights: readonly PathNight[], start: PathStart, planned: number): Path {
  const strictly = (asked: readonly PathNight[]) => cheapestPath(excuseRead(asked, start), start)
  const kindly = (asked: readonly PathNight[]) => cheapestPath(excuseAll(asked), start)
  const read = (path: Path) =>
    nights.map((night, index) => {
      const published = night.free && index < planned ? (path[index] ?? null) : null
      return { ...night, published }
    })
  const same = (one: Path, other: Path) =>
    one.slice(0, planned).every((side, index) => side === other[index])

  const strict = strictly(nights)
  const free = nights.slice(0, planned).map((night, index) => [night, strict[index]] as const)
  if (free.every(([night, side]) => !night.free || night.published === side)) return strict
  const kind = kindly(nights)
  const asRead = read(kind)
  return same(kindly(asRead), kind) || same(strictly(asRead), kind) ? kind : strict
}
