import type { HistoryFacts, ParentId, RecordedEntry } from '@night-routine/database'
import { noticeWords } from '../home/notices-view.ts'
import type { LineFacts } from './history-lines.ts'

/** The notes of an entry: planned ranges, an absence, a calendar's name. */
export function historyNotes(entries: readonly RecordedEntry[], facts: LineFacts): string[] {
  return entries.flatMap(entry => note(entry, facts) ?? [])
}

const unfollowed = ['unreadable', 'name-not-allowed', 'moved', 'timed', 'repeated', 'too-old']

function note(entry: RecordedEntry, facts: LineFacts): string | null {
  const { action, night, before, after } = entry
  const { say } = facts.words
  if (action === 'nights-planned' && after !== null)
    return say('history.planned', { count: numberIn(after), dates: datesIn(after, facts) })
  if (action === 'nights-unplanned' && before !== null)
    return say('history.unplanned', { count: numberIn(before), dates: datesIn(before, facts) })
  if (action === 'absence-added' || action === 'absence-removed')
    return absence(after ?? before ?? {}, facts)
  if (action === 'calendar-disconnected') return textIn(before, 'calendarName')
  if (action === 'edit-rejected') {
    const kind = unfollowed.find(each => each === after?.['because'])
    const data = { title: textIn(after, 'title') ?? '' }
    const { names } = facts.people
    return kind === undefined
      ? null
      : noticeWords({ kind, night, data }, { names, words: facts.words })
  }
  if ((action === 'night-noted' || action === 'note-undone') && night !== null) {
    const text = textIn(after, 'note')
    const values = { date: facts.words.night(night), note: text ?? textIn(before, 'note') ?? '' }
    return facts.words.capital(say(text === null ? 'history.noteRemoved' : 'history.note', values))
  }
  return action === 'event-restored' && night !== null ? facts.words.night(night) : null
}

function absence(known: HistoryFacts, facts: LineFacts): string {
  const parent: ParentId = known['parent'] === 'b' ? 'b' : 'a'
  const name = facts.people.names[parent]
  return facts.words.say('history.absence', { name, dates: datesIn(known, facts) })
}

function datesIn(known: HistoryFacts, { words }: LineFacts): string {
  const [from, to] = [textIn(known, 'from'), textIn(known, 'to')]
  return from === null || to === null ? '' : words.range(from, to)
}

function numberIn({ nights }: HistoryFacts): number {
  return typeof nights === 'number' ? nights : 0
}

function textIn(known: HistoryFacts | null, field: string): string | null {
  const value = known?.[field]
  return typeof value === 'string' && value !== '' ? value : null
}
