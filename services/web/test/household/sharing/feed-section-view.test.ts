import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { feedSectionView } from '../../../src/household/sharing/feed-section-view.ts'
import { people, settings } from '../../demo-household.ts'
import { at } from '../../nights.ts'

t.test('who made a link, its last use, and that only they can see it again', async t => {
  const link = { id: 3n, createdAt: at('2026-11-19T23:30:00Z'), lastUsedAt: null }
  const { links } = feedSectionView({
    email: 'alex@example.com',
    tokens: [
      { ...link, createdBy: 'alex@example.com', isKept: true },
      { ...link, createdBy: 'robin@example.com', isKept: true, lastUsedAt: link.createdAt },
      { ...link, createdBy: 'robin@example.com', isKept: false },
      { ...link, createdBy: 'alex@example.com', isKept: false },
    ],
    people: {
      ...people,
      accounts: new Map([
        ['alex@example.com', 'a'],
        ['robin@example.com', 'b'],
      ]),
    },
    timeZone: settings.timeZone,
    wording: wordingFor('en'),
  })
  const madeOn = 'Friday 20 November'
  const [byAlex, byRobin] = [
    { name: 'Alex', isReader: true },
    { name: 'Robin', isReader: false },
  ]
  t.match(links, [
    { madeOn, madeBy: byAlex, lastUsedOn: null, canShow: true, isOld: false },
    { madeOn, madeBy: byRobin, lastUsedOn: madeOn, canShow: false, isOld: false },
    { madeBy: byRobin, canShow: false, isOld: false },
    { madeBy: byAlex, canShow: false, isOld: true },
  ])
})
