import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { feedSectionView } from '../../../src/routes/feed/feed-section-view.ts'
import { people, settings } from '../../demo-household.ts'
import { at } from '../../nights.ts'

t.test('shows who made a link, when, and its last use, in the household’s time', async t => {
  const link = {
    id: 3n,
    createdBy: 'alex@example.com',
    createdAt: at('2026-11-19T23:30:00Z'),
    isKept: true,
  }
  const view = feedSectionView({
    tokens: [
      { ...link, lastUsedAt: null },
      { ...link, id: 2n, lastUsedAt: at('2026-11-20T10:00:00Z') },
    ],
    people: { ...people, accounts: new Map([['alex@example.com', 'a']]) },
    timeZone: settings.timeZone,
    wording: wordingFor('en'),
  })
  const made = { madeOn: 'Friday 20 November', madeBy: 'Alex' }
  t.same(view.links, [
    { id: '3', ...made, lastUsedOn: null },
    { id: '2', ...made, lastUsedOn: 'Friday 20 November' },
  ])
})
