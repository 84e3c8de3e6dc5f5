import { parentMeant } from '@night-routine/calendar'
import {
  dismissNotice,
  raiseNotice,
  readNotices,
  type Notice,
} from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import { message, tidyName } from '@night-routine/wording'
import { readChangeableNight, readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { bookBabysitter, giveNight } from './decide-night.ts'
import type { NightOutcome } from './record-change.ts'
import { refusal } from './refusal.ts'

/** A notice's question: does a babysitter's name mean a parent, whose is almost the same? Undefined if it has none. */
export function nameQuestion({ kind, data }: Pick<Notice, 'kind' | 'data'>) {
  const { asked, parent }: Partial<Record<string, unknown>> = { ...data }
  return kind === 'near-name' && typeof asked === 'string' && (parent === 'a' || parent === 'b')
    ? ({ asked, parent } as const)
    : undefined
}

/**
 * Asks on the home page whether a babysitter's name, which is almost a parent's, means the parent. The night stays as
 * it was.
 * @throws ChangeRefusal `unknown-night`, `too-old`
 */
export async function askAboutName(
  trx: Transaction,
  { id, name, now }: Pick<ChangeOrigin, 'now'> & { id: bigint; name: string },
) {
  const facts = await readChangeFacts(trx, now)
  const { night } = await readChangeableNight(trx, id, facts)
  const parent = parentMeant(name, facts)
  if (parent === undefined) return
  const data = { asked: tidyName(name), parent }
  await raiseNotice(trx, { kind: 'near-name', night, data }, now)
}

/**
 * Answers the question: gives the night to the parent, or books the babysitter. Undefined when it was answered or
 * dismissed before.
 * @throws ChangeRefusal `unknown-night`, `too-old`, `not-allowed`
 */
export async function answerAboutName(
  trx: Transaction,
  { notice: id, isParent, ...by }: ChangeOrigin & { notice: bigint; isParent: boolean },
): Promise<NightOutcome | undefined> {
  const notice = (await readNotices(trx)).find(one => one.id === id)
  const question = notice && nameQuestion(notice)
  if (question === undefined || !notice?.night) return undefined
  const [night] = await readNights(trx, notice.night, notice.night)
  if (night === undefined) throw refusal('unknown-night', 'id', message('refusal.noNight'))
  const babysitter = { name: question.asked }
  const outcome = isParent
    ? await giveNight(trx, { id: night.id, to: question.parent, ...by })
    : await bookBabysitter(trx, { id: night.id, babysitter, confirmed: true, ...by })
  await dismissNotice(trx, id, by.now)
  return outcome
}
