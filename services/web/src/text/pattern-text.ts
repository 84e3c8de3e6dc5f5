import type { RangePattern } from '@night-routine/household'
import { parentIn, type People, type Wording } from '@night-routine/wording'

/** How a range of nights is divided: "turn about", "all yours". */
export function patternText(pattern: RangePattern, people: People, { say }: Wording): string {
  if (pattern === 'a' || pattern === 'b')
    return say('range.all', { name: parentIn(people, pattern) })
  return say(pattern === 'last-year' ? 'range.lastYear' : `range.${pattern}`)
}
