import { hasChangedLines, type RestoreReason } from '@night-routine/calendar'
import {
  appendHistory,
  countEntries,
  raiseNotice,
  requestWork,
  saveMirror,
  type Transaction,
} from '@night-routine/database'
import { applyCalendarEdits } from '@night-routine/household'
import { editOf } from './edit-of.ts'
import { faultOf, type JudgedEvent } from './judge-events.ts'
import { knownAfter } from './known-after.ts'
import { overtaken } from './overtaken.ts'

/** As much of a title as a notice shows. */
const shownCharacters = 100

/**
 * Does what follows from the verdicts: edits that are followed become decisions and a new plan, the
 * others are told on the page and in the history, the mirror knows what was seen, and a push is asked
 * for, which writes where the calendar now differs.
 */
export async function carryOut(
  trx: Transaction,
  judged: readonly JudgedEvent[],
  now: Temporal.Instant,
): Promise<void> {
  const news = judged.filter(({ verdict }) => verdict.kind !== 'echo')
  if (news.length === 0) return
  const edits = news.flatMap(editOf)
  const crossed = await overtaken(trx, news)
  const { refused } = await applyCalendarEdits(trx, { edits, now })
  const refusals = new Map(refused.map(({ night, reason }) => [night.toString(), reason]))

  for (const event of news) {
    const refusal = refusals.get(event.row.night.toString())
    const verdict = refusal === undefined ? event.verdict : refusedVerdict(refusal)
    await saveMirror(trx, knownAfter(event.row, event.remote, verdict))
    if (crossed.has(event) && refusal === undefined) await tellOfCrossing(trx, event, now)
    if (verdict.kind === 'recreate') await tellOfRemoval(trx, event, now)
    if (isTextInTheWay(event))
      await raiseNotice(trx, { kind: 'text-in-the-way', night: event.row.night, data: null }, now)
    const because = faultOf(verdict)
    if (because !== null)
      await tell(trx, event, { because, now, rejected: verdict.kind === 'restore' })
  }
  await requestWork(trx, 'push')
}

/** Whoever deletes an event again and again wants something that deleting cannot do. */
const removalsToTell = 3

async function tellOfRemoval(
  trx: Transaction,
  { row: { night } }: JudgedEvent,
  now: Temporal.Instant,
): Promise<void> {
  const restored = await countEntries(trx, { action: 'event-restored', night })
  if (restored >= removalsToTell - 1)
    await raiseNotice(trx, { kind: 'removed-again', night, data: null }, now)
}

function isTextInTheWay({ remote, verdict }: JudgedEvent): boolean {
  return verdict.kind !== 'recreate' && hasChangedLines(remote)
}

// The judge goes by the same rules; should they ever differ, the household's are the stricter ones.
function refusedVerdict(reason: string) {
  const because = reason === 'too-old' ? 'too-old' : 'name-not-allowed'
  return { kind: 'restore', because } as const
}

async function tellOfCrossing(
  trx: Transaction,
  { row: { night }, remote }: JudgedEvent,
  now: Temporal.Instant,
): Promise<void> {
  const data = { title: shownTitle(remote.summary) }
  await raiseNotice(trx, { kind: 'overtaken', night, data }, now)
}

function shownTitle(summary: string): string {
  return Array.from(summary).slice(0, shownCharacters).join('')
}

async function tell(
  trx: Transaction,
  { row: { night }, remote }: JudgedEvent,
  { because, now, rejected }: { because: RestoreReason; now: Temporal.Instant; rejected: boolean },
): Promise<void> {
  const title = shownTitle(remote.summary)
  const date = remote.startDate?.toString() ?? null
  await raiseNotice(trx, { kind: because, night, data: { title, date } }, now)
  if (!rejected) return
  const by = { at: now, actorKind: 'calendar', actor: null } as const
  const entry = { action: 'edit-rejected', night, before: null, after: { because, title, date } }
  await appendHistory(trx, [{ ...by, ...entry }])
}
