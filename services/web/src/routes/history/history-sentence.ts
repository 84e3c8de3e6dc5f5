import type { HistoryFacts, RecordedEntry } from '@night-routine/database'
import { dateIn } from '@night-routine/household'
import { parentIn, type Wording } from '@night-routine/wording'
import { repeatingText } from '../settings/repeating-text.ts'
import { actionText } from './action-text.ts'
import type { LineFacts, NightLine } from './history-lines.ts'
import type { SettingLine } from './settings-lines.ts'

/** The parts of a change that its sentence names. */
export interface ToldChange {
  entries: readonly RecordedEntry[]
  /** The nights that a person decided. */
  decided: readonly NightLine[]
  settings: readonly SettingLine[]
}

/** What a change did, in one line: "Robin has Saturday 21 November". */
export function historySentence(change: ToldChange, facts: LineFacts): string {
  return facts.wording.capital(sentence(change, facts))
}

function sentence({ entries, decided, settings }: ToldChange, facts: LineFacts): string {
  const { wording } = facts
  const { say } = wording
  const [first] = entries
  if (first === undefined) return say('history.did.other')
  const { action, night, before, after } = first
  const did = actionText(first, wording)
  switch (action) {
    case 'nights-swapped':
      return swapped(decided, wording) ?? nightsSentence(decided, wording) ?? did
    case 'change-taken-back': {
      const what = night === null ? absence(first, facts) : nightsSentence(decided, wording)
      return what === null ? did : say('history.line.undone', { what })
    }
    case 'absence-added':
    case 'absence-removed':
      return absence(first, facts) ?? did
    case 'absence-source-added':
    case 'absence-source-removed':
    case 'source-absences-changed':
      return absenceSource(first, facts) ?? did
    case 'settings-changed':
    case 'settings-undone':
      return more(did, settings.map(({ label }) => label).join(', '), wording)
    case 'calendar-disconnected':
      return more(did, textIn(before, 'calendarName'), wording)
    case 'night-noted':
    case 'note-undone':
      return note(first, wording) ?? did
    case 'night-weighed':
      return weight(first, wording) ?? did
    case 'weight-undone': {
      const what = weight(first, wording)
      return what === null ? did : say('history.line.undone', { what })
    }
    case 'night-locked':
      return night === null ? did : say('history.line.locked', { date: wording.night(night) })
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
      return say('history.planned', { count: countIn(after), dates: datesIn(after, wording) })
    case 'nights-unplanned':
      return say('history.unplanned', { count: countIn(before), dates: datesIn(before, wording) })
    case 'night-replanned':
      // The run can also have planned nights for the first time, or removed some.
      return say('history.line.replanned', { count: entries.filter(isReplanned).length })
    default:
      return nightsSentence(decided, wording) ?? did
  }
}

function isReplanned({ action }: RecordedEntry): boolean {
  return action === 'night-replanned'
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
const mostNamed = 3

function nightsSentence(decided: readonly NightLine[], wording: Wording): string | null {
  if (decided.length === 0) return null
  return decided.length > mostNamed
    ? wording.say('history.line.decided', { count: decided.length })
    : wording.list(decided.map(line => nightSentence(line, wording)))
}

function nightSentence(
  { onDate: date, before, after: { name, ...after } }: NightLine,
  wording: Wording,
) {
  if (after.kind === 'babysitter') return wording.say('history.line.babysits', { name, date })
  if (!before.locked || after.locked) return wording.say('history.line.has', { name, date })
  return after.kind === 'open'
    ? wording.say('history.line.unlockedOpen', { date })
    : wording.say('history.line.unlocked', { name, date })
}

function swapped([one, two, ...others]: readonly NightLine[], { say }: Wording): string | null {
  if (one === undefined || two === undefined || others.length > 0) return null
  return say('history.line.swapped', {
    one: one.after.name,
    first: one.onDate,
    two: two.after.name,
    second: two.onDate,
  })
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
      return after['because'] === 'over'
        ? say('history.line.askOver', { date })
        : say('history.line.askMoved', { asker, date })
  }
}

/** An absence that a change added, or removed. */
function absence({ before, after }: RecordedEntry, facts: LineFacts): string | null {
  const { people, wording } = facts
  const known = after ?? before
  const dates = repeatingIn(known, facts) ?? datesIn(known, wording)
  if (dates === '') return null
  const values = { name: people.names[known?.['parent'] === 'b' ? 'b' : 'a'], dates }
  return after === null
    ? wording.say('history.line.backAgain', values)
    : wording.say('history.line.away', values)
}

/** A calendar that a parent takes absences from. */
function absenceSource(
  { action, before, after }: RecordedEntry,
  { people, wording: { say } }: LineFacts,
): string | null {
  const known = after ?? before
  const calendar = textIn(known, 'name')
  if (calendar === null) return null
  const name = people.names[known?.['parent'] === 'b' ? 'b' : 'a']
  const values = { name, calendar, count: countIn(known) }
  if (after === null) return say('history.line.sourceRemoved', values)
  return action === 'absence-source-added'
    ? say('history.line.sourceAdded', values)
    : say('history.line.sourceChanged', values)
}

function repeatingIn(known: HistoryFacts | null, facts: LineFacts): string | null {
  const { weekdays, everyWeeks } = known ?? {}
  const from = dateIn(textIn(known, 'from') ?? '')
  if (!Array.isArray(weekdays) || typeof everyWeeks !== 'number' || !from) return null
  const to = dateIn(textIn(known, 'to') ?? '') ?? null
  return repeatingText({ weekdays: weekdays.map(Number), everyWeeks, from, to }, facts)
}

/** The note that a change wrote, or removed. */
function note({ night, before, after }: RecordedEntry, { say, night: dated }: Wording) {
  const text = textIn(after, 'note')
  if (night === null) return null
  const values = { date: dated(night), note: text ?? textIn(before, 'note') ?? '' }
  return text === null ? say('history.noteRemoved', values) : say('history.note', values)
}

/** What a change let a night count. */
function weight({ night, after }: RecordedEntry, wording: Wording): string | null {
  const counts = after?.['weight']
  if (night === null || typeof counts !== 'number') return null
  const date = wording.night(night)
  return counts === 1
    ? wording.say('history.line.countsAsUsual', { date })
    : wording.say('history.line.counts', { date, weight: counts })
}

function datesIn(known: HistoryFacts | null, { range }: Wording): string {
  const [from, to] = [textIn(known, 'from'), textIn(known, 'to')]
  return from === null || to === null ? '' : range(from, to)
}

function countIn(known: HistoryFacts | null): number {
  const nights = known?.['nights']
  return typeof nights === 'number' ? nights : 0
}

function textIn(known: HistoryFacts | null, field: string): string | null {
  const value = known?.[field]
  return typeof value === 'string' && value !== '' ? value : null
}
