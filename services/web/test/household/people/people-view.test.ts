import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { mayComeIn } from '../../../src/sign-in/invitation.ts'
import { peopleView, type PeopleFacts } from '../../../src/household/people/people-view.ts'
import { now } from '../../demo-household.ts'

const member = { name: null, invited: false, createdAt: now }
const facts: PeopleFacts = {
  members: [
    { ...member, email: 'alex@example.com', parent: 'a' },
    { ...member, email: 'robin@example.com', parent: 'b', invited: true },
    { ...member, email: 'left@example.com', parent: null },
  ],
  credentials: null,
  listed: ['alex@example.com', 'kim@example.com'],
  invitations: [],
  connected: 'alex@example.com',
  person: { email: 'robin@example.com' },
  names: { a: 'Alex', b: 'Robin' },
  timeZone: 'Europe/Paris',
  wording: wordingFor('en'),
}
const view = (more: Partial<PeopleFacts> = {}) => peopleView({ ...facts, ...more })

t.test('lists who may sign in, who is kept, and who gets a link', async t => {
  t.same(
    view().people.map(({ email, isYou, hasSignedIn, kept, canGetLink }) => [
      email,
      isYou,
      hasSignedIn,
      kept !== null,
      canGetLink,
    ]),
    [
      ['alex@example.com', false, true, true, false],
      ['robin@example.com', true, true, false, false],
      ['kim@example.com', false, false, true, false],
    ],
  )
  const credentials = new Map([
    ['alex@example.com', { isReady: false }],
    ['robin@example.com', { isReady: true }],
  ])
  t.same(
    view({ credentials }).people.map(each => [each.canGetLink, each.isKnown, each.hasSignedIn]),
    [
      [true, true, false],
      [false, true, true],
      // Someone who is allowed in, and has no account yet, gets one by a link.
      [true, false, false],
    ],
  )
  const [, robin] = view({ connected: 'robin@example.com' }).people
  t.match(robin?.kept, 'Connect another', 'an invited person whose account holds the calendar')
})

t.test('offers to invite the parent who is missing, until a day of the household', async t => {
  for (const [parents, missing] of [
    [['a'], 'b'],
    [['b'], 'a'],
    [['b', 'a'], 'b'],
  ] as const) {
    const members = parents.map(parent => ({
      ...member,
      email: `${parent}@example.com`,
      parent,
      invited: true,
    }))
    t.equal(view({ members }).inviting.find(({ chosen }) => chosen)?.value, missing)
  }
  const expiresAt = Temporal.Instant.from('2026-11-27T23:30:00Z')
  const invitation = { id: 7n, parent: 'b', createdBy: 'alex@example.com', expiresAt } as const
  t.match(view({ invitations: [invitation] }).invitations, [
    { id: '7', name: 'Robin', by: 'alex@example.com', until: /28 November/ },
  ])
})

t.test('who may come in', async t => {
  const invitation = 'token'
  for (const [who, expected] of [
    [{ listed: true, account: undefined, invitation: undefined }, 'known'],
    [{ listed: false, account: { invited: true }, invitation: undefined }, 'known'],
    [{ listed: false, account: { invited: false }, invitation: undefined }, 'stranger'],
    [{ listed: false, account: undefined, invitation: undefined }, 'stranger'],
    [{ listed: false, account: undefined, invitation }, { invitation }],
    // On the list, and not seen yet: the invitation says which parent it is.
    [{ listed: true, account: undefined, invitation }, { invitation }],
    [{ listed: true, account: { invited: false }, invitation }, 'in-use'],
    [{ listed: false, account: { invited: true }, invitation }, 'in-use'],
    // Once on the list, and taken off it.
    [{ listed: false, account: { invited: false }, invitation }, { invitation }],
  ] as const)
    t.same(mayComeIn(who), expected, JSON.stringify(who))
})
