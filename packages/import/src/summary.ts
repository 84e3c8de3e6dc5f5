import { findSetting } from '@night-routine/household'
import { parentIds } from '@night-routine/fairness'
import type { Message, Wording } from '@night-routine/wording'
import type { ImportPlan, Outcome } from './plan-import.ts'

/** More lines of a file are counted instead. */
const mostLines = 20

/**
 * Says what an import would do, or did: how many nights come in, the months as a table whose last row is the sum, and
 * what is to be known besides.
 */
export function summarize(plan: ImportPlan, wording: Wording) {
  const { say } = wording
  const { a, b } = plan.settings.parents
  const all: readonly (readonly [label: string, of: (month: Month) => number])[] = [
    [a.name ?? '', ({ nights }) => nights.a],
    [b.name ?? '', ({ nights }) => nights.b],
    [say('import.babysitters'), ({ nights }) => nights.babysitter],
    [say('import.there'), ({ outcomes }) => outcomes.there],
    [say('import.left'), ({ outcomes }) => outcomes.planned],
    [say('import.keptHere'), ({ outcomes }) => outcomes.kept],
    [say('import.skipped'), ({ outcomes }) => outcomes.skipped],
  ]
  const sum = (of: (month: Month) => number) =>
    plan.months.reduce((total, month) => total + of(month), 0)
  // The parents' columns always, the others where there is something to say.
  const columns = all.filter(([, of], index) => index < 2 || sum(of) > 0)
  return {
    lead: lead(plan, wording),
    columns: [say('statistics.month'), ...columns.map(([label]) => label)],
    rows: [
      ...plan.months.map(month => [
        wording.month(month.month.toString()),
        ...columns.map(([, of]) => wording.number(of(month))),
      ]),
      [say('statistics.sum'), ...columns.map(([, of]) => wording.number(sum(of)))],
    ],
    notes: notes(plan, wording),
  }
}

type Month = ImportPlan['months'][number]

function lead({ past, locked }: ImportPlan, wording: Wording): string {
  const nights = [...past, ...locked].map(({ night }) => night)
  const [first, last] = [nights[0], nights.at(-1)]
  const dates = first && last ? `${wording.date(first)} – ${wording.date(last)}` : ''
  return wording.say('import.lead', { count: nights.length, dates })
}

function notes(plan: ImportPlan, wording: Wording): string[] {
  const { say, tell } = wording
  const count = (outcome: Outcome) =>
    plan.months.reduce((sum, { outcomes }) => sum + outcomes[outcome], 0)
  const [planned, kept] = [count('planned'), count('kept')]
  const calendar = plan.calendar?.name || plan.calendar?.id || 'primary'
  const lines = plan.unread.slice(0, mostLines)
  const more = plan.unread.length - lines.length
  return [
    ...people(plan, wording),
    ...settings(plan, wording),
    ...(planned > 0 ? [say('import.plannedNote', { count: planned })] : []),
    ...(kept > 0 ? [say('import.keptNote', { count: kept })] : []),
    ...plan.skipped.flatMap(({ says, nights }) => skippedNote(says, nights, wording)),
    ...lines.map(({ line, says }) => say('import.line', { line, why: tell(says) })),
    ...(more > 0 ? [say('import.moreLines', { count: more })] : []),
    ...(plan.events.length > 0
      ? [say('import.events', { count: plan.events.length, calendar })]
      : []),
    ...(plan.foreignEvents > 0
      ? [say('import.eventsStay', { count: plan.foreignEvents, calendar })]
      : []),
    ...(plan.mayBeOld ? [say('import.mayBeOld')] : []),
  ]
}

function people({ takenSettings, settings: { parents }, names }: ImportPlan, { say }: Wording) {
  const [a, b] = [parents.a.name ?? '', parents.b.name ?? '']
  if (takenSettings.some(field => field.endsWith('.name')))
    return [say('import.takesNames', { a, b })]
  return parentIds.flatMap(id =>
    names[id]
      .filter(name => name !== parents[id].name)
      .map(name => say('import.isCalled', { name, parent: parents[id].name ?? '' })),
  )
}

function settings({ takenSettings, settings: { parents } }: ImportPlan, { say }: Wording) {
  const days = parentIds
    .filter(id => takenSettings.includes(`parents.${id}.unavailableWeekdays`))
    .map(id => say('import.takesDays', { name: parents[id].name ?? '' }))
  const labels = takenSettings
    .flatMap(field => findSetting(field)?.label ?? [])
    .map(key => say(key))
  const others =
    labels.length > 0 ? [say('import.takesSettings', { labels: labels.join(', ') })] : []
  return [...days, ...others]
}

function skippedNote(
  says: Message,
  nights: readonly Temporal.PlainDate[],
  { say, tell, date }: Wording,
): string[] {
  const [first] = nights
  if (first === undefined) return []
  return [say('import.skippedNote', { count: nights.length, date: date(first), why: tell(says) })]
}
