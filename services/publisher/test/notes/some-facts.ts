import type { Assignment, Caregiver } from '@night-routine/database/nights'
import { assignment } from '@night-routine/testing/database'
import { wordingFor } from '@night-routine/wording'
import type { SiteFacts } from '../../src/notes/site-facts.ts'

export const day = (text: string) => Temporal.PlainDate.from(text)

/** A stored night. */
export function night(
  date: string,
  caregiver: Caregiver | null,
  babysitter: string | null = null,
): Assignment {
  return assignment(date, caregiver, {
    babysitter: babysitter === null ? null : { name: babysitter },
  })
}

export function facts(more: Partial<SiteFacts> = {}): SiteFacts {
  return {
    nights: [],
    names: { a: 'Alex', b: 'Robin' },
    tonight: day('2026-11-20'),
    settings: {
      weekStart: 1,
      statisticsOrder: 'newest',
      installation: '3f1d6c1e-9c0a-4e07-9d55-0f6f0a8f1a11',
    },
    wording: wordingFor('en'),
    ...more,
  }
}

/** The cells of every table in a note, as Markdown has them: row by row, without the rule. */
export function rowsOf(note: string): string[][] {
  return note
    .split('\n')
    .filter(line => line.startsWith('|') && !/^\|[ :|-]+\|$/.test(line))
    .map(line =>
      line
        .slice(1, -1)
        .split(/(?<=[^\\](?:\\\\)*)\|/)
        .map(cell => cell.trim()),
    )
}
