import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { finishView, type FinishFacts } from '../../../src/nights/home/finish-view.ts'
import { at } from '../../nights.ts'

const done = { getsMessages: true, onHomeScreen: true, lacksPasskey: false }
const open = { getsMessages: false, onHomeScreen: false, lacksPasskey: true }
const alex = { email: 'alex@example.com', parent: 'a', invited: false } as const
const robin = { email: 'robin@example.com', parent: 'b', invited: true } as const
const names = { a: 'Alex', b: 'Robin' }
const facts: FinishFacts = {
  accounts: [
    { ...alex, ...done },
    { ...robin, ...done },
  ],
  invitations: [],
  email: alex.email,
  people: { names, reader: 'a' },
  userAgent: undefined,
  canHavePasskeys: false,
  timeZone: 'Europe/Paris',
  wording: wordingFor('en'),
}

/** The rows of a card. */
function rows(changes: Partial<FinishFacts>): string[] {
  const { who, invite, reminders, passkey, homeScreen } = finishView({ ...facts, ...changes }) ?? {}
  const all = { who, invite, reminders, passkey, homeScreen }
  return Object.entries(all).flatMap(([name, row]) => (row ? [name] : []))
}

t.test('there is no card once everything is done', async t => {
  t.equal(finishView(facts), null)
})

t.test('each step stays until it is done', async t => {
  t.same(rows({ accounts: [{ ...alex, ...open }] }), ['invite', 'reminders', 'homeScreen'])
  t.same(rows({ accounts: [{ ...alex, ...done }] }), ['invite'])
  const both = [
    { ...alex, ...open },
    { ...robin, ...done },
  ]
  t.same(rows({ accounts: both }), ['reminders', 'homeScreen'], 'what Robin has is not Alex’s')
  t.same(rows({ accounts: both, email: robin.email, people: { names, reader: 'b' } }), [])
  t.same(rows({ accounts: [{ ...alex, ...open, getsMessages: true }, ...both.slice(1)] }), [
    'homeScreen',
  ])
})

t.test('it says how many steps are left, and is open until both parents are there', async t => {
  const alone = finishView({ ...facts, accounts: [{ ...alex, ...open }] })
  t.match(alone, { left: '3 left', isOpen: true })
  const accounts = [
    { ...alex, ...done, onHomeScreen: false },
    { ...robin, ...open },
  ]
  t.match(finishView({ ...facts, accounts }), { left: '1 left', isOpen: false })
})

t.test('an open link to the other parent says until when', async t => {
  const accounts = [{ ...alex, ...done }]
  const expiresAt = at('2026-11-27T23:30:00Z')
  const inviteIn = (parent: 'a' | 'b') =>
    finishView({ ...facts, accounts, invitations: [{ parent, expiresAt }] })?.invite
  t.same(inviteIn('b'), { parent: 'b', name: 'Robin', until: 'Saturday 28 November' })
  t.match(inviteIn('a'), { until: null }, 'a link for the reader’s own place is no invitation')
})

t.test('a person whose place nobody has said is asked, and invites no one', async t => {
  const accounts = [
    { ...alex, ...done },
    { ...robin, ...done, parent: null },
  ]
  t.same(rows({ accounts, email: robin.email, people: { names, reader: null } }), ['who'])
  t.same(rows({ accounts }), ['invite'], 'and is not the other parent yet')
})

t.test('a passkey is offered to people with an account of the installation', async t => {
  const accounts = [
    { ...alex, ...done, lacksPasskey: true },
    { ...robin, ...done },
  ]
  t.same(rows({ accounts }), [], 'others sign in elsewhere')
  t.same(rows({ accounts, canHavePasskeys: true }), ['passkey'])
  const asRobin = { email: robin.email, people: { names, reader: 'b' } } as const
  t.same(rows({ accounts, canHavePasskeys: true, ...asRobin }), [])
  const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
  const offered = finishView({ ...facts, accounts, canHavePasskeys: true, userAgent: firefox })
  t.same(offered?.passkey, { device: 'Firefox, Android' })
})

const helpOn = (userAgent: string | undefined) =>
  finishView({ ...facts, accounts: [{ ...alex, ...open }], userAgent })?.homeScreen?.help

t.test('help is that of the reader’s device', async t => {
  t.equal(helpOn('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'), 'iphone')
  t.equal(helpOn('Mozilla/5.0 (Linux; Android 10; K)'), 'android')
  t.equal(helpOn('Mozilla/5.0 (X11; Linux x86_64)'), 'computer')
  t.equal(helpOn(undefined), 'computer')
})
