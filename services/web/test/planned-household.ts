import { readJobRequests } from '@night-routine/database/jobs'
import { readAssignment, readNights } from '@night-routine/database/nights'
import { saveMemberParent } from '@night-routine/database/people'
import { readHouseholdSettings, tonight } from '@night-routine/household'
import type { Test } from 'tap'
import type { Config } from '../src/config.ts'
import { sync } from '../src/nights/home/sync.ts'
import { Browser } from './browser.ts'
import { alex as session, noWakes } from './demo-household.ts'
import { runWeb } from './running-web.ts'

const tables = [
  'settings',
  'parents',
  'absences',
  'repeating_absences',
  'night_weights',
  'assignments',
  'history',
  'job_requests',
] as const

/** A planned household with Alex (a) and Robin (b), each in a browser of their own, and all rows a change may touch. */
export async function plannedHousehold(t: Test, more: Partial<Config> = {}) {
  const web = await runWeb(t, more)
  const { db, clock } = web
  await sync({ lockingDb: db, clock, wake: noWakes }, session)
  const [alex, robin] = [new Browser(web), new Browser(web)]
  await alex.signIn('alex@example.com')
  await robin.signIn('robin@example.com')
  await saveMemberParent(db, 'alex@example.com', 'a')
  await saveMemberParent(db, 'robin@example.com', 'b')
  const today = tonight(await readHouseholdSettings(db), clock.now())
  const nights = () => readNights(db, today, today.add({ days: 400 }))
  const planned = await nights()
  /** The nights of a parent from tomorrow on. */
  const ofParent = (parent: 'a' | 'b') =>
    planned.slice(1).filter(({ caregiver }) => caregiver === parent)
  const [[mine], [theirs]] = [ofParent('a'), ofParent('b')]
  if (!mine || !theirs) throw new Error('the plan has both parents')
  return {
    web,
    db,
    alex,
    robin,
    today,
    nights,
    ofParent,
    mine,
    theirs,
    stored: ({ id }: { id: bigint }) => readAssignment(db, id),
    /** Who does these nights. */
    holders: async () => {
      const now = await nights()
      return [mine, theirs].map(({ id }) => now.find(night => night.id === id)?.caregiver)
    },
    pushes: async () =>
      (await readJobRequests(db)).find(({ kind }) => kind === 'push')?.requestNumber ?? 0n,
    /** Every row of the household, as text. */
    contents: async () => {
      const rows = await Promise.all(
        tables.map(table => db.selectFrom(table).selectAll().execute()),
      )
      return JSON.stringify(rows, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      )
    },
  }
}

/** The change that a page offers to undo. */
export const undoIn = (body: string) => /name="change" value="([^"]+)"/.exec(body)?.[1] ?? ''
