import type { RecordedEntry } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'

/** The changes of a night in words, newest first. */
export function nightHistory(
  entries: readonly RecordedEntry[],
  { timeZone, words }: { timeZone: string; words: Wording },
): string[] {
  return entries.map(entry => {
    const at = entry.at.toZonedDateTimeISO(timeZone)
    return words.say('night.changed', {
      what: whatWasDone(entry, words),
      who: whoDid(entry, words),
      date: at.toPlainDate(),
      time: words.time(at.toPlainTime()),
    })
  })
}

const actions = [
  'babysitter-booked',
  'night-given',
  'nights-swapped',
  'night-unlocked',
  'change-taken-back',
  'night-replanned',
  'edit-rejected',
  'event-restored',
] as const

function whatWasDone({ action }: RecordedEntry, { say }: Wording) {
  const known = actions.find(each => each === action)
  return say(`history.did.${known ?? 'other'}`)
}

function whoDid({ actorKind, actor }: RecordedEntry, { say }: Wording) {
  if (actorKind === 'calendar') return say('history.calendar')
  if (actorKind === 'schedule') return say('history.schedule')
  return actor ?? say('history.somebody')
}
