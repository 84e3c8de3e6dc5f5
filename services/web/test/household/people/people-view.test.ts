import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { mayComeIn } from '../../../src/sign-in/invitation.ts'
import { peopleView, type PeopleFacts } from '../../../src/household/people/people-view.ts'
import { now } from '../../demo-household.ts'

const facts: PeopleFacts = {
  members: [
    { email: 'alex@example.com', parent: 'a', name: null, invited: false, createdAt: now },
    { email: 'robin@example.com', parent: 'b', name: null, invited: true, createdAt: now },
    { email: 'left@example.com', parent: null, name: null, invited: false, createdAt: now },
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

t.test('lists who may sign in, and no one else', async t => {
  const { people } = peopleView(facts)
  t.same(
    people.map(({ email, isYou, hasSignedIn, kept }) => [email, isYou, hasSignedIn, kept !== null]),
    [
      ['alex@example.com', false, true, true],
      ['robin@example.com', true, true, false],
      ['kim@example.com', false, false, true],
    ],
  )
  t.notOk(
    people.some(({ canGetLink }) => canGetLink),
    'elsewhere the provider has the passwords',
  )
})

t.test('a link to a new password is for another person who signs in here', async t => {
  const robin = { isReady: true }
  const credentials = new Map([
    ['alex@example.com', { isReady: false }],
    ['robin@example.com', robin],
  ])
  const { people } = peopleView({ ...facts, credentials })
  t.same(
    people.map(({ email, canGetLink, isKnown, hasSignedIn }) => [
      email,
      canGetLink,
      isKnown,
      hasSignedIn,
    ]),
    [
      ['alex@example.com', true, true, false],
      ['robin@example.com', false, true, true],
      // Someone who is allowed in, and has no account yet, gets one by a link.
      ['kim@example.com', true, false, false],
    ],
  )
})

t.test('an invited person whose account holds the calendar is kept', async t => {
  const { people } = peopleView({ ...facts, connected: 'robin@example.com' })
  t.match(people.find(({ email }) => email === 'robin@example.com')?.kept, 'Connect another')
})

const invited = (parents: ('a' | 'b' | null)[]) =>
  peopleView({
    ...facts,
    members: parents.map((parent, index) => ({
      email: `${index}@example.com`,
      parent,
      name: null,
      invited: true,
      createdAt: now,
    })),
  }).inviting.find(({ chosen }) => chosen)?.value

t.test('offers to invite the parent who is missing', async t => {
  t.equal(invited(['a']), 'b')
  t.equal(invited(['b']), 'a')
  t.equal(invited(['b', 'a']), 'b')
})

t.test('an invitation is open until a day in the time zone of the household', async t => {
  const invitation = {
    id: 7n,
    parent: 'b',
    createdBy: 'alex@example.com',
    expiresAt: Temporal.Instant.from('2026-11-27T23:30:00Z'),
  } as const
  const { invitations } = peopleView({ ...facts, invitations: [invitation] })
  t.match(invitations, [{ id: '7', name: 'Robin', by: 'alex@example.com', until: /28 November/ }])
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
