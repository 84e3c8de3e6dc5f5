import { hasChangedLines, type RestoreReason } from '@night-routine/calendar'
import {
  appendHistory,
  countEntries,
  raiseNotice,
  requestJob,
  saveCalendarEvents,
  type Transaction,
} from '@night-routine/database'
import { applyCalendarEdits } from '@night-routine/household'
import { editOf } from './edit-of.ts'
import { faultOf, type JudgedEvent } from './judge-events.ts'
import { knownAfter } from './known-after.ts'
import { overtaken } from './overtaken.ts'

/** The longest part of a title in a notice. */
const shownCharacters = 100

/**
 * Carries out the verdicts. Followed edits become overrides and a new plan; refused ones become notices and
 * history entries. Stores what was seen, and requests a push to write what differs now.
 */
export async function carryOut(
  trx: Transaction,
  judged: readonly JudgedEvent[],
  now: Temporal.Instant,
): Promise<void> {
  const changed = judged.filter(({ verdict }) => verdict.kind !== 'echo')
  if (changed.length === 0) return
  const edits = changed.flatMap(editOf)
  const overtakenEdits = await overtaken(trx, changed)
  const { refused } = await applyCalendarEdits(trx, { edits, now })
  const refusals = new Map(refused.map(({ night, reason }) => [night.toString(), reason]))

  for (const event of changed) {
    const refusal = refusals.get(event.row.night.toString())
    const verdict = refusal === undefined ? event.verdict : refusedVerdict(refusal)
    await saveCalendarEvents(trx, knownAfter(event.row, event.remote, verdict))
    if (overtakenEdits.has(event) && refusal === undefined) await noticeOvertaken(trx, event, now)
    if (verdict.kind === 'recreate') await noticeRepeatedRemoval(trx, event, now)
    if (isTextInTheWay(event))
      await raiseNotice(trx, { kind: 'text-in-the-way', night: event.row.night, data: null }, now)
    const because = faultOf(verdict)
    if (because !== null)
      await noticeFault(trx, event, { because, now, rejected: verdict.kind === 'restore' })
  }
  await requestJob(trx, 'push')
}

/** After this many removals a notice explains what removing an event does not do. */
const removalsToNotice = 3

async function noticeRepeatedRemoval(
  trx: Transaction,
  { row: { night } }: JudgedEvent,
  now: Temporal.Instant,
): Promise<void> {
  const restored = await countEntries(trx, { action: 'event-restored', night })
  if (restored >= removalsToNotice - 1)
    await raiseNotice(trx, { kind: 'removed-again', night, data: null }, now)
}

function isTextInTheWay({ remote, verdict }: JudgedEvent): boolean {
  return verdict.kind !== 'recreate' && hasChangedLines(remote)
}

// The judge applies the same rules, so this covers a household rule that is stricter.
function refusedVerdict(reason: string) {
  const because = reason === 'too-old' ? 'too-old' : 'name-not-allowed'
  return { kind: 'restore', because } as const
}

async function noticeOvertaken(
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

async function noticeFault(
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
