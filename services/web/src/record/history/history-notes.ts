import type { RecordedEntry } from '@night-routine/database/nights'
import { nameQuestion } from '@night-routine/household'
import { parentIn } from '@night-routine/wording'
import { noticeText } from '../../text/notice-text.ts'
import type { LineFacts } from '../../text/history-lines.ts'

/** Why an edit in the calendar was reverted. */
export function historyNotes(entries: readonly RecordedEntry[], facts: LineFacts): string[] {
  return entries.flatMap(entry => note(entry, facts) ?? [])
}

const unfollowed = [
  'unreadable',
  'name-not-allowed',
  'moved',
  'timed',
  'repeated',
  'too-old',
  'event-unreadable',
]

function note({ action, night, after }: RecordedEntry, { people, wording }: LineFacts) {
  const question = nameQuestion({ kind: String(after?.['because']), data: after })
  if (action === 'edit-rejected' && night !== null && question !== undefined) {
    return wording.say('history.askedAboutName', {
      date: wording.capital(wording.night(night)),
      asked: question.asked,
      name: parentIn(people, question.parent),
    })
  }
  const kind = unfollowed.find(each => each === after?.['because'])
  if (action !== 'edit-rejected' || kind === undefined) return null
  const title = after?.['title']
  const data = { title: typeof title === 'string' ? title : '' }
  return noticeText({ kind, night, data }, { names: people.names, wording })
}
