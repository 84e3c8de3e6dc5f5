import type { HistoryFacts, RecordedEntry } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import { didWords } from './did-words.ts'
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
  return facts.words.capital(sentence(change, facts))
}

function sentence({ entries, decided, settings }: ToldChange, facts: LineFacts): string {
  const { words } = facts
  const { say } = words
  const [first] = entries
  if (first === undefined) return say('history.did.other')
  const { action, night, before, after } = first
  const did = didWords(first, words)
  switch (action) {
    case 'nights-swapped':
      return swapped(decided, words) ?? nightsSentence(decided, words) ?? did
    case 'change-taken-back': {
      const what = night === null ? absence(first, facts) : nightsSentence(decided, words)
      return what === null ? did : say('history.line.undone', { what })
    }
    case 'absence-added':
    case 'absence-removed':
      return absence(first, facts) ?? did
    case 'settings-changed':
    case 'settings-undone':
      return more(did, settings.map(({ label }) => label).join(', '), words)
    case 'calendar-disconnected':
      return more(did, textIn(before, 'calendarName'), words)
    case 'night-noted':
    case 'note-undone':
      return note(first, words) ?? did
    case 'edit-rejected':
      return eventsSentence('history.reverted', entries, words) ?? did
    case 'event-restored':
      return eventsSentence('history.restored', entries, words) ?? did
    case 'nights-planned':
      return say('history.planned', { count: countIn(after), dates: datesIn(after, words) })
    case 'nights-unplanned':
      return say('history.unplanned', { count: countIn(before), dates: datesIn(before, words) })
    case 'night-replanned':
      // The run can also have planned nights for the first time, or removed some.
      return say('history.line.replanned', { count: entries.filter(isReplanned).length })
    default:
      return nightsSentence(decided, words) ?? did
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

function nightsSentence(decided: readonly NightLine[], words: Wording): string | null {
  if (decided.length === 0) return null
  return decided.length > mostNamed
    ? words.say('history.line.decided', { count: decided.length })
    : words.list(decided.map(line => nightSentence(line, words)))
}

function nightSentence(
  { onDate: date, before, after: { name, ...after } }: NightLine,
  words: Wording,
) {
  if (after.kind === 'babysitter') return words.say('history.line.babysits', { name, date })
  if (!before.locked || after.locked) return words.say('history.line.has', { name, date })
  return after.kind === 'open'
    ? words.say('history.line.unlockedOpen', { date })
    : words.say('history.line.unlocked', { name, date })
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

/** An absence that a change added, or removed. */
function absence({ before, after }: RecordedEntry, { people, words }: LineFacts): string | null {
  const known = after ?? before
  const dates = datesIn(known, words)
  if (dates === '') return null
  const values = { name: people.names[known?.['parent'] === 'b' ? 'b' : 'a'], dates }
  return after === null
    ? words.say('history.line.backAgain', values)
    : words.say('history.line.away', values)
}

/** The note that a change wrote, or removed. */
function note({ night, before, after }: RecordedEntry, { say, night: dated }: Wording) {
  const text = textIn(after, 'note')
  if (night === null) return null
  const values = { date: dated(night), note: text ?? textIn(before, 'note') ?? '' }
  return text === null ? say('history.noteRemoved', values) : say('history.note', values)
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
