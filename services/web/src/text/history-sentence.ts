import type { HistoryFacts, RecordedEntry } from '@night-routine/database/nights'
import { otherParent } from '@night-routine/fairness'
import {
  accountChangeIn,
  accountSentence,
  askCodec,
  kinds,
  nightsCodec,
  rangeCodec,
  sourceCodec,
  stepsIn,
} from '@night-routine/household'
import { parentIn, type Person, type Wording } from '@night-routine/wording'
import { accountPersonIn, actorIn } from './person-name.ts'
import { repeatingText } from './repeating-text.ts'
import {
  mostNamed,
  namedNights,
  nightLines,
  type LineFacts,
  type NightLine,
} from './history-lines.ts'
import { patternText } from './pattern-text.ts'
import { isSetUp, settingsLines } from './settings-lines.ts'

/** What a change did, in one line, from the side of who made it: "Robin gave you Saturday 21". */
export function historySentence(
  first: RecordedEntry,
  entries: readonly RecordedEntry[],
  facts: LineFacts,
): string {
  const said = accountSentences(entries, facts)
  const actor = actorIn(first, facts.people, facts.wording)
  const tell = sentences[first.action] ?? nightsSentence
  const sentence = said || tell({ first, entries, actor, facts })
  return facts.wording.capital(sentence ?? facts.wording.say('history.line.changed', { actor }))
}

/** How people sign in from then on; empty if the change is about nights. */
function accountSentences(entries: readonly RecordedEntry[], { people, wording }: LineFacts) {
  return entries
    .flatMap(entry => accountChangeIn(entry) ?? [])
    .map(change => accountSentence(change, email => accountPersonIn(email, people), wording))
    .join('. ')
}

/** One change to be said. */
interface Said {
  first: RecordedEntry
  entries: readonly RecordedEntry[]
  actor: Person
  facts: LineFacts
}

/**
 * What a change says, by the action of its first entry; null where its facts do not tell. Other actions decide who does
 * a night.
 */
const sentences: Readonly<Record<string, (said: Said) => string | null>> = {
  'change-undone': undone,
  'absence-added': said => notedBy(said, absence(said)),
  'absence-removed': said => notedBy(said, absence(said)),
  'absence-source-added': said => notedBy(said, source(said)),
  'absence-source-removed': said => notedBy(said, source(said)),
  'source-absences-changed': said => source(said)?.what ?? null,
  'settings-changed': settingsChanged,
  'calendar-disconnected': disconnected,
  'night-noted': noted,
  'night-weighed': said => {
    const what = weight(said)
    return what && said.facts.wording.say('history.line.noted', { actor: said.actor, what })
  },
  'night-asked': ask,
  'ask-accepted': ask,
  'ask-declined': ask,
  'ask-withdrawn': ask,
  'ask-ended': ask,
  'edit-rejected': said => eventsSentence('history.reverted', said),
  'event-restored': said => eventsSentence('history.restored', said),
  'nights-planned': ({ first, facts }) =>
    facts.wording.say('history.planned', nightsAtOnce(first.after, facts)),
  'nights-unplanned': ({ first, facts }) =>
    facts.wording.say('history.unplanned', nightsAtOnce(first.before, facts)),
  'nights-imported': ({ first, actor, facts }) =>
    facts.wording.say('history.line.imported', { actor, ...nightsAtOnce(first.after, facts) }),
  'range-planned': rangePlanned,
  'night-replanned': replanned,
}

/** What an undo brought back. */
function undone(said: Said): string | null {
  const { entries, actor, facts } = said
  const { say } = facts.wording
  if (stepsIn(kinds.settings, entries).length > 0)
    return more(say('history.line.settingsUndone', { actor }), labels(said), facts.wording)
  const { decided } = nightLines(entries, facts)
  const what =
    absence(said)?.what ??
    note(said) ??
    weight(said) ??
    states(decided, facts.wording) ??
    countOf(decided, facts)
  return what && say('history.line.undone', { actor, what })
}

function settingsChanged(said: Said): string {
  const { first, actor, facts } = said
  const { say } = facts.wording
  return isSetUp(first)
    ? say('history.setUp', { actor })
    : more(say('history.line.settingsChanged', { actor }), labels(said), facts.wording)
}

function disconnected({ first: { before }, actor, facts: { wording } }: Said): string {
  const name = before?.['calendarName']
  const did = wording.say('history.line.disconnected', { actor })
  return more(did, typeof name === 'string' ? name : '', wording)
}

/** What we did to events in the calendar: one sync handles several at once. */
function eventsSentence(key: 'history.reverted' | 'history.restored', { entries, facts }: Said) {
  const nights = entries
    .filter(({ action }) => action === entries[0]?.action)
    .flatMap(({ night }) => night ?? [])
  return nights.length === 0 ? null : facts.wording.say(key, { count: nights.length, nights })
}

function more(did: string, what: string, { say }: Wording): string {
  return what === '' ? did : say('history.line.more', { did, what })
}

/** Nights that a person decided, as that person's doing. */
function nightsSentence({ first, entries, actor, facts }: Said): string | null {
  const { wording } = facts
  const { decided } = nightLines(entries, facts)
  const [one, two] = decided
  if (one === undefined) return null
  if (two === undefined) return nightSentence(one, actor, first.actorKind, wording)
  if (first.action === 'nights-swapped' && decided.length === 2)
    return swapped([one, two], actor, wording)
  const what = states(decided, wording)
  return decided.length > mostNamed || what === null
    ? wording.say('history.line.decided', { actor, count: decided.length })
    : wording.say('history.line.noted', { actor, what })
}

function nightSentence(
  { onDate: date, before, after }: NightLine,
  actor: Person,
  actorKind: RecordedEntry['actorKind'],
  { say }: Wording,
): string {
  const [loser, gainer] = [before.person, after.person]
  const isSame = loser !== null && samePerson(loser, gainer)
  if (before.locked && !after.locked) {
    if (gainer === null) return say('history.line.unlockedOpen', { actor, date })
    return isSame
      ? say('history.line.unlocked', { actor, date })
      : say('history.line.unlockedTo', { actor, date, name: gainer })
  }
  if (gainer === null) return say('history.line.noneHas', { date })
  if (isSame) return say('history.line.locked', { actor, date })
  if (actorKind === 'calendar') return say('history.line.givenInCalendar', { gainer, date })
  if (after.kind === 'babysitter')
    return say('history.line.booked', { actor, name: gainer.name, date })
  if (!samePerson(actor, gainer)) return say('history.line.gave', { actor, gainer, date })
  return loser === null
    ? say('history.line.tookOpen', { actor, date })
    : say('history.line.took', { actor, loser, date })
}

/** Names are unique among those who have nights. */
function samePerson(one: Person, other: Person | null): boolean {
  return one.name === other?.name && one.isReader === other.isReader
}

/** Who has these nights now; null without any, or if they are too many to name. */
function states(decided: readonly NightLine[], { say, list }: Wording): string | null {
  if (decided.length === 0 || decided.length > mostNamed) return null
  return list(
    decided.map(({ onDate: date, after: { person } }) =>
      person === null
        ? say('history.line.noneHas', { date })
        : say('history.line.has', { name: person, date }),
    ),
  )
}

/** How many nights these are, from the first to the last; null without any. */
function countOf(decided: readonly NightLine[], { near, wording }: LineFacts): string | null {
  const [from, ...others] = decided.map(({ night }) => night).toSorted()
  if (from === undefined) return null
  const dates = wording.range(from, others.at(-1) ?? from, near)
  return wording.say('history.line.nights', { count: decided.length, dates })
}

/** Nights that a person planned: "Robin planned Sunday 20 to Saturday 26: turn about". */
function rangePlanned({ first, actor, facts }: Said): string | null {
  const { people, near, wording } = facts
  const range = rangeCodec.read(first.after)
  if (range === null) return null
  const dates = wording.range(range.from, range.to, near)
  const how = patternText(range.pattern, people, wording)
  return wording.say('history.line.range', { actor, dates, how })
}

function swapped([one, two]: readonly [NightLine, NightLine], actor: Person, wording: Wording) {
  const given = [one, two].find(({ before }) => samePerson(actor, before.person))
  const taken = given === one ? two : one
  const other = given?.after.person ?? null
  if (given === undefined || other === null) {
    const what = states([one, two], wording) ?? ''
    return wording.say('history.line.noted', { actor, what })
  }
  const dates = { given: given.onDate, taken: taken.onDate }
  return wording.say('history.line.swapped', { actor, other, ...dates })
}

/** Nights that only the plan moved; a run can also have planned nights for the first time, or removed some. */
function replanned({ entries, facts }: Said): string {
  const { say } = facts.wording
  const moved = nightLines(
    entries.filter(({ action }) => action === 'night-replanned'),
    facts,
  ).moved
  const [one, two] = moved
  if (one === undefined || two !== undefined)
    return more(
      say('history.line.replanned', { count: moved.length }),
      namedNights(moved, facts.wording),
      facts.wording,
    )
  const { onDate: date, after } = one
  return after.person === null
    ? say('history.line.noneHas', { date })
    : say('history.line.planGave', { gainer: after.person, date })
}

/** What a change says of a parent. */
interface OfParent {
  parent: Person
  what: string
}

/** What a change says of a parent; who made it is named if that is someone else. */
function notedBy({ actor, facts }: Said, said: OfParent | null): string | null {
  if (said === null) return null
  const { parent, what } = said
  return samePerson(actor, parent) ? what : facts.wording.say('history.line.noted', { actor, what })
}

function labels({ entries, facts }: Said): string {
  return settingsLines(entries, facts)
    .map(({ label }) => label)
    .join(', ')
}

/** What one parent asked of the other, or what became of it. */
function ask({ first: { action, night, after }, facts: { people, wording } }: Said) {
  const asked = askCodec.read(after)
  if (night === null || asked === null) return null
  const { say } = wording
  const date = wording.night(night)
  const { word, returnNight: back, because } = asked
  const asker = parentIn(people, asked.parent)
  const other = parentIn(people, otherParent(asked.parent))
  const inReturn = (what: string) =>
    back === null ? what : say('history.line.inReturn', { what, date: wording.night(back) })
  switch (action) {
    case 'night-asked': {
      const what = inReturn(say('history.line.asked', { asker, asked: other, date }))
      return word === null ? what : say('history.line.withWord', { what, word })
    }
    case 'ask-accepted':
      return inReturn(say('history.line.askAccepted', { asker, asked: other, date }))
    case 'ask-declined':
      return say('history.line.askDeclined', { asked: other, date })
    case 'ask-withdrawn':
      return say('history.line.askWithdrawn', { asker, asked: other, date })
    default:
      if (because === 'return' && back !== null)
        return say('history.line.askReturnGone', { date, back: wording.night(back) })
      return because === 'over'
        ? say('history.line.askOver', { date })
        : say('history.line.askMoved', { asker, date })
  }
}

/** An absence that a change added, or removed. */
function absence({ entries, facts }: Said): OfParent | null {
  const { people, near, wording } = facts
  const [step] = stepsIn(kinds.absence, entries)
  const known = step?.after ?? step?.before
  if (step === undefined || !known) return null
  const dates =
    'everyWeeks' in known
      ? repeatingText(known, facts)
      : wording.range(known.from.toString(), known.to.toString(), near)
  const parent = parentIn(people, known.parent)
  const key = step.after === null ? 'history.line.backAgain' : 'history.line.away'
  return { parent, what: wording.say(key, { name: parent, dates }) }
}

/** A calendar that a parent takes absences from. */
function source({ first: { action, before, after }, facts }: Said): OfParent | null {
  const { say } = facts.wording
  const known = sourceCodec.read(after ?? before)
  if (known === null) return null
  const parent = parentIn(facts.people, known.parent)
  const values = { name: parent, calendar: known.name, count: known.nights }
  if (after === null) return { parent, what: say('history.line.sourceRemoved', values) }
  return action === 'absence-source-added'
    ? { parent, what: say('history.line.sourceAdded', values) }
    : { parent, what: say('history.line.sourceChanged', values) }
}

/** The note that a person wrote, or removed. */
function noted({ entries, actor, facts }: Said): string | null {
  const { say } = facts.wording
  const [step] = stepsIn(kinds.note, entries)
  if (!step?.night) return null
  const about = { actor, date: facts.wording.nightNear(step.night, facts.near) }
  return step.after === null
    ? say('history.line.noteRemoved', { ...about, note: step.before?.note ?? '' })
    : say('history.line.noteWritten', { ...about, note: step.after.note })
}

/** The note that a night has after a change. */
function note({ entries, facts }: Said): string | null {
  const { say } = facts.wording
  const [step] = stepsIn(kinds.note, entries)
  if (!step?.night) return null
  const date = facts.wording.nightNear(step.night, facts.near)
  return step.after === null
    ? say('history.line.noNote', { date })
    : say('history.line.noteIs', { date, note: step.after.note })
}

/** What a change let a night count. */
function weight({ entries, facts }: Said): string | null {
  const { say } = facts.wording
  const [step] = stepsIn(kinds.weight, entries)
  if (!step?.night) return null
  const date = facts.wording.nightNear(step.night, facts.near)
  return step.after === null
    ? say('history.line.countsAsUsual', { date })
    : say('history.line.counts', { date, weight: step.after })
}

function nightsAtOnce(known: HistoryFacts | null, { near, wording }: LineFacts) {
  const { from, to, nights } = nightsCodec.read(known)
  const dates = from === null || to === null ? '' : wording.range(from, to, near)
  return { count: nights, dates }
}
