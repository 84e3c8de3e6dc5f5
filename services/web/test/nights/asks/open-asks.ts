import type { OpenAsk } from '../../../src/nights/asks/asks-view.ts'
import { at, day } from '../../nights.ts'

const nothing = { changed: [], added: [], removed: [], openNights: [], tonightStays: null }
const moved: OpenAsk['preview'] = {
  ...nothing,
  changed: [{ night: day('2026-11-23'), before: 'a', after: 'b' }],
}

/** Robin asks Alex, and Alex asks Robin. */
export const openAsks: OpenAsk[] = [
  { ...askOf('b', '2026-11-22', 'Concert!', day('2026-11-21')), preview: moved },
  { ...askOf('a', '2026-12-01', null, null), preview: null },
]

function askOf(
  parent: 'a' | 'b',
  night: string,
  word: string | null,
  returnNight: Temporal.PlainDate | null,
): Pick<OpenAsk, 'ask'> {
  const closed = { state: 'open', closedAt: null, closedBy: null, change: null } as const
  const by = { askedBy: `${parent}@example.com`, askedAt: at('2026-11-20T19:00:00Z') }
  const id = `6f1c2d3e-0000-4000-8000-00000000000${parent}`
  return { ask: { id, parent, word, night: day(night), returnNight, ...by, ...closed } }
}
