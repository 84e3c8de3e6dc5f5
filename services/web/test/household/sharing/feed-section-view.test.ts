import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { feedSectionView } from '../../../src/household/sharing/feed-section-view.ts'
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
    email: 'alex@example.com',
    tokens: [
      { ...link, lastUsedAt: null },
      { ...link, id: 2n, lastUsedAt: at('2026-11-20T10:00:00Z') },
    ],
    people: { ...people, accounts: new Map([['alex@example.com', 'a']]) },
    timeZone: settings.timeZone,
    wording: wordingFor('en'),
  })
  const made = { madeOn: 'Friday 20 November', madeBy: { name: 'Alex', isReader: true } }
  t.same(view.links, [
    { id: '3', ...made, lastUsedOn: null, canShow: true, isOld: false },
    { id: '2', ...made, lastUsedOn: 'Friday 20 November', canShow: true, isOld: false },
  ])
})

t.test('only the person who made a link can see it again', async t => {
  const link = { id: 3n, createdAt: at('2026-11-19T23:30:00Z'), lastUsedAt: null }
  const { links } = feedSectionView({
    email: 'alex@example.com',
    tokens: [
      { ...link, createdBy: 'robin@example.com', isKept: true },
      { ...link, createdBy: 'robin@example.com', isKept: false },
      { ...link, createdBy: 'alex@example.com', isKept: false },
    ],
    people: { ...people, accounts: new Map([['robin@example.com', 'b']]) },
    timeZone: settings.timeZone,
    wording: wordingFor('en'),
  })
  t.match(links, [
    { madeBy: { name: 'Robin', isReader: false }, canShow: false, isOld: false },
    { madeBy: { isReader: false }, canShow: false, isOld: false },
    { madeBy: { isReader: true }, canShow: false, isOld: true },
  ])
})
