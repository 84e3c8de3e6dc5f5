import type { RecordedEntry } from '@night-routine/database/nights'
import { isAboutCaregiver, recordedState } from '@night-routine/household'
import { allHistory, allNights, decisionOf, nightOn, readState } from './household-state.ts'
import { accepted, inDoubt, unsettled, withOtherSettings, type Decision } from './model.ts'
import type { Outcome, Run } from './run-state.ts'
import type { StepOf } from './steps.ts'
import type { Answer } from './visitor.ts'

async function idOn(run: Run, offset: number) {
  const { tonight } = await readState(run.stack.db)
  return nightOn(run.stack.db, tonight.add({ days: offset }))
}

function note(run: Run, answer: Answer, night: Temporal.PlainDate, decision: Decision): Answer {
  if (answer === 'accepted') run.model = accepted(run.model, night.toString(), decision)
  if (answer === 'unknown') run.model = inDoubt(run.model, night.toString(), decision)
  return answer
}

/** Books through the JSON endpoint or the form. */
export async function bookBabysitter(run: Run, step: StepOf<'book'>): Promise<Outcome> {
  const found = await idOn(run, step.offset)
  if (!found) return 'nothing-to-do'
  const { id, night } = found
  const name = step.name
  const answer = step.form
    ? await run.visitor.form(
        '/nights/babysitter',
        { assignment_id: String(id), babysitter_name: name },
        step.web,
      )
    : await run.visitor.json(
        '/api/assignment-babysitter',
        { assignment_id: Number(id), babysitter_name: name },
        step.web,
      )
  return note(run, answer, night, `sitter:${name.toLowerCase()}`)
}

export async function giveNight(run: Run, step: StepOf<'give'>): Promise<Outcome> {
  const found = await idOn(run, step.offset)
  if (!found) return 'nothing-to-do'
  const fields = { assignment_id: String(found.id), to: step.to }
  return note(run, await run.visitor.form('/nights/give', fields, step.web), found.night, step.to)
}

/** Unlocks one of the locked nights. */
export async function unlockNight(run: Run, step: StepOf<'unlock'>): Promise<Outcome> {
  const locked = (await allNights(run.stack.db)).filter(({ override }) => override)
  const found = locked[step.pick % Math.max(1, locked.length)]
  if (!found) return 'nothing-to-do'
  const fields = { assignment_id: String(found.id) }
  return note(run, await run.visitor.form('/nights/unlock', fields, step.web), found.night, 'free')
}

/** Swaps two coming nights, which locks both. */
export async function swapNights(run: Run, step: StepOf<'swap'>): Promise<Outcome> {
  const { tonight } = await readState(run.stack.db)
  const free = (await allNights(run.stack.db)).filter(
    ({ night, caregiver, override }) =>
      !override && caregiver !== null && Temporal.PlainDate.compare(night, tonight) >= 0,
  )
  const one = free[step.offset % Math.max(1, free.length)]
  const others = free.filter(({ caregiver }) => caregiver !== one?.caregiver)
  const other = others[step.other % Math.max(1, others.length)]
  if (!one || !other) return 'nothing-to-do'
  const fields = { assignment_id: String(one.id), other_id: String(other.id) }
  return fromHistory(run, 'nights-swapped', () =>
    run.visitor.form('/nights/swap', fields, step.web),
  )
}

/** Undoes the last change. */
export async function undo(run: Run, step: StepOf<'undo'>): Promise<Outcome> {
  const { names } = await readState(run.stack.db)
  const answer = await fromHistory(run, 'change-undone', () =>
    run.visitor.form('/changes/undo', {}, step.web),
  )
  // The undone change may have been one of settings.
  if (answer !== 'refused') run.model = withOtherSettings(run.model, names)
  return answer
}

/**
 * What these two lead to depends on what the plan had made meanwhile: so the model takes it from the
 * history, which has to show it as soon as the answer is there.
 */
async function fromHistory(
  run: Run,
  action: 'nights-swapped' | 'change-undone',
  ask: () => Promise<Answer>,
): Promise<Outcome> {
  const seen = (await allHistory(run.stack.db)).at(-1)?.id ?? 0n
  const answer = await ask()
  // It may still be written after we looked: then the check looks.
  if (answer === 'unknown') run.doubtSince ??= seen
  if (answer !== 'accepted') return answer
  for (const [night, decision] of decisionsSince(await allHistory(run.stack.db), {
    since: seen,
    action,
  }))
    run.model = accepted(run.model, night, decision)
  return answer
}

/** Records what swaps and undos changed whose responses were lost. */
export function noteDoubts(run: Run, history: readonly RecordedEntry[]): void {
  const since = run.doubtSince
  if (since === null) return
  for (const action of ['nights-swapped', 'change-undone'])
    for (const [night, decision] of decisionsSince(history, { since, action }))
      run.model = inDoubt(run.model, night, decision)
  run.doubtSince = null
}

function decisionsSince(
  history: readonly RecordedEntry[],
  { since, action }: { since: bigint; action: string },
): [string, Decision][] {
  return history
    .filter(entry => entry.id > since && entry.actorKind === 'person' && entry.action === action)
    .filter(isAboutCaregiver)
    .flatMap(({ night, after }) =>
      night === null ? [] : [[night.toString(), decisionOf(recordedState(after))]],
    )
}

export async function sync(run: Run, step: StepOf<'sync'>): Promise<Outcome> {
  return run.visitor.form('/sync', {}, step.web)
}

/** Earlier unread edits in the calendar may no longer apply. */
export async function selectCalendar(run: Run, step: StepOf<'select'>): Promise<Outcome> {
  const { calendarId } = await readState(run.stack.db)
  const wanted = run.stack.calendarIds[step.calendar]
  const answer = await run.visitor.form('/calendars/select', { calendar_id: wanted }, step.web)
  if (calendarId !== wanted && answer !== 'refused')
    run.model = unsettled(run.model, decision => [decision])
  return answer
}
