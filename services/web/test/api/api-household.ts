import { Program, tokenFor } from '../program.ts'
import { twoParents } from '../nights/asks/two-parents.ts'
import type { Test } from 'tap'

/** A planned household, a program of Alex that may change everything, and one that may only read. */
export async function apiHousehold(t: Test) {
  const home = await twoParents(t)
  const { web, alex, nights } = home
  const program = new Program(web, await tokenFor(alex, 'write'))
  const reader = new Program(web, await tokenFor(alex, 'read'))
  return {
    ...home,
    program,
    reader,
    /** Who has these nights, and whether they are locked. */
    stateOf: async (...ids: bigint[]) => {
      const stored = await nights()
      return ids.map(id => {
        const night = stored.find(one => one.id === id)
        return `${night?.babysitter?.name ?? night?.caregiver} ${night?.override}`
      })
    },
  }
}
