import { readNights } from '@night-routine/database/nights'
import { saveMemberParent } from '@night-routine/database/people'
import type { Test } from 'tap'
import { Browser } from '../../browser.ts'
import { householdPage } from '../../household/settings/household-page.ts'

/** A planned household with Alex (a) and Robin (b), each in a browser of their own. */
export async function twoParents(t: Test) {
  const home = await householdPage(t)
  const { web, browser: alex, today } = home
  const robin = new Browser(web)
  await robin.signIn('robin@example.com')
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  await saveMemberParent(web.db, 'robin@example.com', 'b')
  const nights = await readNights(web.db, today.add({ days: 1 }), today.add({ days: 30 }))
  const [mine, theirs] = (['a', 'b'] as const).map(id =>
    nights.find(({ caregiver }) => caregiver === id),
  )
  if (!mine || !theirs) throw new Error('the plan has both parents')
  return {
    ...home,
    alex,
    robin,
    mine,
    theirs,
    /** Who does these nights. */
    holders: async () => {
      const now = await home.nights()
      return [mine, theirs].map(({ id }) => now.find(night => night.id === id)?.caregiver)
    },
  }
}
