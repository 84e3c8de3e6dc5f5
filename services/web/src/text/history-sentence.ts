import type { HistoryFacts, RecordedEntry } from '@night-routine/database/nights'
import { accountChangeIn, accountSentence, dateIn } from '@night-routine/household'
import { parentIn, type Person, type Wording } from '@night-routine/wording'
import { accountPersonIn, actorIn } from './person-name.ts'
import { repeatingText } from './repeating-text.ts'
import { nightLines, type LineFacts, type NightLine } from './history-lines.ts'
import { isSetUp, settingsLines } from './settings-lines.ts'

/** What a change did, in one line, from the side of who made it: "Robin gave you Saturday 21". */
export function historySentence(
  first: RecordedEntry,
  entries: readonly RecordedEntry[],
  facts: LineFacts,
): string {
  const said = accountSentences(entries, facts)
  return facts.wording.capital(said === '' ? sentence(first, entries, facts) : said)
}

/** How people sign in from then on; empty if the change is about nights. */
function accountSentences(
  entries: readonly RecordedEntry[],
  { people, wording }: LineFacts,
): string {
  return entries
    .flatMap(entry => accountChangeIn(entry) ?? [])
    .map(change => accountSentence(change, email => accountPersonIn(email, people), wording))
    .join('. ')
}

function sentence(
  first: RecordedEntry,
  entries: readonly RecordedEntry[],
  facts: LineFacts,
): string {
  const { people, wording } = facts
  const { say } = wording
  const { action, before, after } = first
  const actor = actorIn(first, people, wording)
  const { decided } = nightLines(entries, facts)
  const did = say('history.line.changed', { actor })
  switch (action) {
    case 'change-taken-back': {
      const what = first.night === null ? absence(first, facts) : states(decided, wording)
      return what === null ? did : say('history.line.undone', { actor, what })
    }
    case 'absence-added':
    case 'absence-removed':
      return notedBy(first, absence(first, facts), facts) ?? did
    case 'absence-source-added':
    case 'absence-source-removed':
      return notedBy(first, absenceSource(first, facts), facts) ?? did
    case 'source-absences-changed':
      return absenceSource(first, facts) ?? did
    case 'settings-changed':
      return isSetUp(first)
        ? say('history.setUp', { actor })
        : more(say('history.line.settingsChanged', { actor }), labels(entries, facts), wording)
    case 'settings-undone':
      return more(say('history.line.settingsUndone', { actor }), labels(entries, facts), wording)
    case 'calendar-disconnected':
      return more(
        say('history.line.disconnected', { actor }),
        textIn(before, 'calendarName'),
        wording,
      )
    case 'night-noted':
      return noted(first, actor, facts) ?? did
    case 'note-undone': {
      const what = note(first, facts)
      return what === null ? did : say('history.line.undone', { actor, what })
    }
    case 'night-weighed': {
      const what = weight(first, facts)
      return what === null ? did : say('history.line.noted', { actor, what })
    }
    case 'weight-undone': {
      const what = weight(first, facts)
      return what === null ? did : say('history.line.undone', { actor, what })
    }
    case 'night-asked':
    case 'ask-accepted':
    case 'ask-declined':
    case 'ask-withdrawn':
    case 'ask-ended':
      return ask(first, facts) ?? did
    case 'edit-rejected':
      return eventsSentence('history.reverted', entries, wording) ?? did
    case 'event-restored':
      return eventsSentence('history.restored', entries, wording) ?? did
    case 'nights-planned':
      return say('history.planned', { count: countIn(after), dates: datesIn(after, facts) })
    case 'nights-imported':
      return say('history.line.imported', {
        actor,
        count: countIn(after),
        dates: datesIn(after, facts),
      })
    case 'nights-unplanned':
      return say('history.unplanned', { count: countIn(before), dates: datesIn(before, facts) })
    case 'night-replanned':
      return replanned(entries, facts) ?? did
    default:
      return nightsSentence(first, decided, facts) ?? did
  }
}

/** What we did to events in the calendar: one sync handles several at once. */
function eventsSentence(
  key: 'history.reverted' | 'history.restored',
  entries: readonly RecordedEntry[],
  { say }: Wording,
): string | null {
  const nights = entries
    .filter(({ action }) => action === entries[0]?.action)
    .flatMap(({ night }) => night ?? [])
  return nights.length === 0 ? null : say(key, { count: nights.length, nights })
}

function more(did: string, what: string | null, { say }: Wording): string {
  return what === null || what === '' ? did : say('history.line.more', { did, what })
}

/** More nights are counted instead. */
export const mostNamed = 3

/** Nights that a person decided, as that person's doing. */
function nightsSentence(
  first: RecordedEntry,
  decided: readonly NightLine[],
  facts: LineFacts,
): string | null {
  const { people, wording } = facts
  const actor = actorIn(first, people, wording)
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

function swapped(
  [one, two]: readonly [NightLine, NightLine],
  actor: Person,
  wording: Wording,
): string {
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
function replanned(entries: readonly RecordedEntry[], facts: LineFacts): string | null {
  const { say } = facts.wording
  const moved = nightLines(
    entries.filter(({ action }) => action === 'night-replanned'),
    facts,
  ).moved
  const [one, two] = moved
  if (one === undefined || two !== undefined)
    return say('history.line.replanned', { count: moved.length })
  const { onDate: date, after } = one
  return after.person === null
    ? say('history.line.noneHas', { date })
    : say('history.line.planGave', { gainer: after.person, date })
}

/** What a change says of a parent; who made it is named if that is someone else. */
function notedBy(entry: RecordedEntry, what: string | null, facts: LineFacts): string | null {
  if (what === null) return null
  const actor = actorIn(entry, facts.people, facts.wording)
  return samePerson(actor, parentOf(entry, facts))
    ? what
    : facts.wording.say('history.line.noted', { actor, what })
}

function parentOf({ before, after }: RecordedEntry, { people }: LineFacts): Person {
  return parentIn(people, (after ?? before)?.['parent'] === 'b' ? 'b' : 'a')
}

function labels(entries: readonly RecordedEntry[], facts: LineFacts): string {
  return settingsLines(entries, facts)
    .map(({ label }) => label)
    .join(', ')
}

/** What one parent asked of the other, or what became of it. */
function ask({ action, night, after }: RecordedEntry, { people, wording }: LineFacts) {
  if (night === null || after === null) return null
  const { say } = wording
  const date = wording.night(night)
  const isOfB = after['parent'] === 'b'
  const [asker, asked] = [parentIn(people, isOfB ? 'b' : 'a'), parentIn(people, isOfB ? 'a' : 'b')]
  const back = dateIn(textIn(after, 'returnNight') ?? '')
  const inReturn = (what: string) =>
    back === undefined ? what : say('history.line.inReturn', { what, date: wording.night(back) })
  switch (action) {
    case 'night-asked': {
      const what = inReturn(say('history.line.asked', { asker, asked, date }))
      const word = textIn(after, 'word')
      return word === null ? what : say('history.line.withWord', { what, word })
    }
    case 'ask-accepted':
      return inReturn(say('history.line.askAccepted', { asker, asked, date }))
    case 'ask-declined':
      return say('history.line.askDeclined', { asked, date })
    case 'ask-withdrawn':
      return say('history.line.askWithdrawn', { asker, asked, date })
    default:
      if (after['because'] === 'return' && back !== undefined)
        return say('history.line.askReturnGone', { date, back: wording.night(back) })
      return after['because'] === 'over'
        ? say('history.line.askOver', { date })
        : say('history.line.askMoved', { asker, date })
  }
}

/** An absence that a change added, or removed. */
function absence(entry: RecordedEntry, facts: LineFacts): string | null {
  const { before, after } = entry
  const { wording } = facts
  const known = after ?? before
  const dates = repeatingIn(known, facts) ?? datesIn(known, facts)
  if (dates === '') return null
  const values = { name: parentOf(entry, facts), dates }
  return after === null
    ? wording.say('history.line.backAgain', values)
    : wording.say('history.line.away', values)
}

/** A calendar that a parent takes absences from. */
function absenceSource(entry: RecordedEntry, facts: LineFacts): string | null {
  const { action, before, after } = entry
  const { say } = facts.wording
  const known = after ?? before
  const calendar = textIn(known, 'name')
  if (calendar === null) return null
  const values = { name: parentOf(entry, facts), calendar, count: countIn(known) }
  if (after === null) return say('history.line.sourceRemoved', values)
  return action === 'absence-source-added'
    ? say('history.line.sourceAdded', values)
    : say('history.line.sourceChanged', values)
}

function repeatingIn(known: HistoryFacts | null, facts: LineFacts): string | null {
  const { weekdays, everyWeeks, cycle } = known ?? {}
  const from = dateIn(textIn(known, 'from') ?? '')
  if (!Array.isArray(weekdays) || typeof everyWeeks !== 'number' || !from) return null
  const to = dateIn(textIn(known, 'to') ?? '') ?? null
  const rhythm = { weekdays: weekdays.map(Number), everyWeeks, from, to }
  const turns = Array.isArray(cycle) && { cycle: cycle.map(Number) }
  return repeatingText({ ...rhythm, ...turns }, facts)
}

/** The note that a person wrote, or removed. */
function noted({ night, before, after }: RecordedEntry, actor: Person, facts: LineFacts) {
  const { say } = facts.wording
  if (night === null) return null
  const text = textIn(after, 'note')
  const about = { actor, date: onDate(night, facts) }
  return text === null
    ? say('history.line.noteRemoved', { ...about, note: textIn(before, 'note') ?? '' })
    : say('history.line.noteWritten', { ...about, note: text })
}

/** The note that a night has after a change. */
function note({ night, after }: RecordedEntry, facts: LineFacts) {
  const { say } = facts.wording
  if (night === null) return null
  const [date, text] = [onDate(night, facts), textIn(after, 'note')]
  return text === null
    ? say('history.line.noNote', { date })
    : say('history.line.noteIs', { date, note: text })
}

/** What a change let a night count. */
function weight({ night, after }: RecordedEntry, facts: LineFacts): string | null {
  const { say } = facts.wording
  const counts = after?.['weight']
  if (night === null || typeof counts !== 'number') return null
  const date = onDate(night, facts)
  return counts === 1
    ? say('history.line.countsAsUsual', { date })
    : say('history.line.counts', { date, weight: counts })
}

function onDate(night: Temporal.PlainDate, { near, wording }: LineFacts): string {
  return wording.nightNear(night, near)
}

function datesIn(known: HistoryFacts | null, { near, wording }: LineFacts): string {
  const [from, to] = [textIn(known, 'from'), textIn(known, 'to')]
  return from === null || to === null ? '' : wording.range(from, to, near)
}

function countIn(known: HistoryFacts | null): number {
  const nights = known?.['nights']
  return typeof nights === 'number' ? nights : 0
}

function textIn(known: HistoryFacts | null, field: string): string | null {
  const value = known?.[field]
  return typeof value === 'string' && value !== '' ? value : null
}
