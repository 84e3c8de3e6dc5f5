import type { RecordedEntry } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightHistory } from '../../../src/nights/sheet/night-view.ts'
import { at, day } from '../../nights.ts'
import { entry, shownPeople } from '../../record/history/shown-history.ts'

const read = (more: Partial<RecordedEntry>, now: string) =>
  nightHistory([entry({ at: at('2026-11-20T23:30:00Z'), ...more })], {
    timeZone: 'Europe/Paris',
    now: at(now),
    people: shownPeople('a'),
    tonight: day('2026-11-25'),
    wording: wordingFor('en'),
  })

t.test('what happened to a night, in the household’s time; a change of today says so', async t => {
  const gave = 'You gave Robin Saturday 21'
  t.same(read({}, '2026-11-25T12:00:00Z'), [`${gave}, Saturday 21 November 00:30`])
  t.same(read({}, '2026-11-21T09:00:00Z'), [`${gave}, today 00:30`])
  t.same(read({}, '2026-11-20T22:59:00Z'), [`${gave}, Saturday 21 November 00:30`])
})
