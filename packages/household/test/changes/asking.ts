import type { Database } from '@night-routine/database/connection'
import { readAsk, type Ask, type FirstValues } from '@night-routine/database/nights'
import { answerAsk, askForNight, withdrawAsk } from '@night-routine/household'
import { alex, nightOn, now, robin } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'

/** Alex (a) and Robin (b) with their accounts, and what they ask of each other. */
export async function askingHousehold(first: Partial<FirstValues> = {}) {
  const home = await livingHousehold(first)
  const { db, change } = home
  await addPeople(db)
  const actorOf = { a: alex, b: robin }
  /** The parents' coming nights, from the first unlocked one on. */
  const nightsOf = async (parent: 'a' | 'b') =>
    (await home.allNights()).filter(
      ({ night, caregiver, override }) =>
        caregiver === parent && !override && Temporal.PlainDate.compare(night, tonight) > 0,
    )
  const [alexs, robins] = [await nightsOf('a'), await nightsOf('b')]
  const [mine, later, third] = alexs
  const [theirs, other] = robins
  if (!mine || !later || !third || !theirs || !other) throw new Error('the plan has too few nights')
  return {
    ...home,
    /** Alex's next nights, and Robin's. */
    nights: { mine, later, third, theirs, other },
    ask: (
      asked: { id: bigint; returnId?: bigint; word?: string },
      who = 'a' as 'a' | 'b',
      at = now,
    ) => change(trx => askForNight(trx, { ...asked, now: at, actor: actorOf[who] })),
    answer: (id: string, answer: 'accept' | 'decline', who = 'b' as 'a' | 'b', at = now) =>
      change(trx => answerAsk(trx, { id, answer, now: at, actor: actorOf[who] })),
    withdraw: (id: string, who = 'a' as 'a' | 'b', at = now) =>
      change(trx => withdrawAsk(trx, { id, now: at, actor: actorOf[who] })),
    stateOf: async ({ id }: Ask): Promise<string | undefined> => (await readAsk(db, id))?.state,
    holders: async (...nights: { night: Temporal.PlainDate }[]) => {
      const stored = await Promise.all(nights.map(({ night }) => nightOn(db, night.toString())))
      return stored.map(({ caregiver, override }) => `${caregiver}${override ? ' locked' : ''}`)
    },
  }
}

const tonight = Temporal.PlainDate.from('2026-11-20')

async function addPeople(db: Database) {
  await db
    .insertInto('accounts')
    .values([
      { email: 'alex@example.com', subject: 'alex', parent: 'a' },
      { email: 'robin@example.com', subject: 'robin', parent: 'b' },
      { email: 'gran@example.com', subject: 'gran', parent: null },
    ])
    .execute()
}
