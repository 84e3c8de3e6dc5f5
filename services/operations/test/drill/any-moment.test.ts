import * as fc from 'fast-check'
import t from 'tap'
import { lostHousehold } from './lost-household.ts'

type Household = Awaited<ReturnType<typeof lostHousehold>>

const first = Temporal.PlainDate.from('2026-11-21')
const names = ['Dana', 'Kim', 'Mo', 'Zoë 🌙'] as const

/** The nth night after the first; these stay planned and editable, because the past limit is five. */
const nightOf = (n: number) => first.add({ days: n }).toString()

/** What people do; a refused change is skipped. */
const doings: Record<
  string,
  (household: Household, night: string, name: string) => Promise<unknown>
> = {
  book: ({ change, booking }, night, name) => change(booking(night, name)),
  giveA: ({ change, giving }, night) => change(giving(night, 'a')),
  giveB: ({ change, giving }, night) => change(giving(night, 'b')),
  unlock: ({ change, unlocking }, night) => change(unlocking(night)),
  write: async ({ edit, read }, night, name) => {
    await edit(night, { summary: `[${name}] 🌃👶Routine` })
    await read()
  },
  scribble: async ({ edit, read }, night) => {
    await edit(night, { summary: 'Dinner?' })
    await read()
  },
  move: async ({ edit, read }, night) => {
    await edit(night, { start: { date: '2027-01-01' }, end: { date: '2027-01-02' } })
    await read()
  },
  remove: async ({ remove, read }, night) => {
    await remove(night)
    await read()
  },
  sleep: ({ wait }) => wait({ hours: 24 }),
  rest: ({ waitUntilIdle }) => waitUntilIdle(),
}

const step = fc.record({
  doing: fc.constantFrom(...Object.keys(doings)),
  night: fc.integer({ min: 0, max: 6 }),
  name: fc.constantFrom(...names, 'Alex', 'Robin'),
})

async function live(
  household: Household,
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
) {
  for (const { doing, night, name } of steps)
    // A parent is no babysitter, and a night that is not locked cannot be unlocked.
    await doings[doing]?.(household, nightOf(night), name).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ChangeRefusal') throw error
    })
  await household.waitUntilIdle()
}

/** The event of a past night says who did it, but not whether it is locked. */
async function stateOf({ nights, titles, past, tonight }: Household) {
  const today = (await tonight()).toString()
  const shown = (await nights()).map(line => (line < today ? line.replace(' (locked)', '') : line))
  return [shown, await titles(), await past()]
}

t.test('restores every night from a backup made at any moment', async t => {
  const steps = fc.array(step, { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(steps, steps, fc.boolean(), async (before, since, reversed) => {
      await t.test('one life', async t => {
        const household = await lostHousehold(t)
        await live(household, before)
        await household.backUp()
        await live(household, since)
        const known = await stateOf(household)
        await household.loseAndRestore()
        await household.waitUntilIdle({ reversed })
        t.same(await stateOf(household), known)
        t.same(await household.writesOf(household.read), [])
        if (!t.passing()) throw new Error('not as it was')
      })
    }),
    { numRuns: process.env['LONG_TESTS'] ? 5 : 2, endOnFailure: true },
  )
})
