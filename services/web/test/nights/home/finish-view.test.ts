import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { finishView, type FinishFacts } from '../../../src/nights/home/finish-view.ts'
import { at } from '../../nights.ts'

const done = { getsMessages: true, onHomeScreen: true, lacksPasskey: false }
const open = { getsMessages: false, onHomeScreen: false, lacksPasskey: true }
const alex = { email: 'alex@example.com', parent: 'a', invited: false, hasNotices: false } as const
const robin = { email: 'robin@example.com', parent: 'b', invited: true, hasNotices: false } as const
const names = { a: 'Alex', b: 'Robin' }
const view = (changes: Partial<FinishFacts>) =>
  finishView({
    accounts: [
      { ...alex, ...done },
      { ...robin, ...done },
    ],
    invitations: [],
    email: alex.email,
    people: { names, reader: 'a' },
    userAgent: undefined,
    canHavePasskeys: false,
    servesCalendar: false,
    timeZone: 'Europe/Paris',
    wording: wordingFor('en'),
    ...changes,
  })

t.test('each step of the card stays until it is done', async t => {
  const asRobin = { email: robin.email, people: { names, reader: 'b' } } as const
  const both = [
    { ...alex, ...open },
    { ...robin, ...done },
  ]
  const nobody = [
    { ...alex, ...done },
    { ...robin, ...done, parent: null },
  ]
  const atNobody = { ...asRobin, people: { names, reader: null } }
  const passkey = { accounts: both, canHavePasskeys: true }
  for (const [changes, rows, left, isOpen] of [
    [{}, undefined],
    [{ accounts: [{ ...alex, ...open }] }, 'invite reminders homeScreen', '3 left', true],
    [{ accounts: [{ ...alex, ...done }] }, 'invite', '1 left', true],
    [{ accounts: both }, 'reminders homeScreen', '2 left', false],
    [{ accounts: both, ...asRobin }, undefined],
    [{ accounts: nobody, ...atNobody }, 'who', '1 left', true],
    [{ accounts: nobody }, 'invite', '1 left', true],
    [passkey, 'reminders passkey homeScreen', '3 left', false],
  ] as const) {
    const shown = view(changes)
    const { who, invite, reminders, passkey: own, homeScreen } = shown ?? {}
    const all = Object.entries({ who, invite, reminders, passkey: own, homeScreen })
    const shownRows = all.flatMap(([name, row]) => (row ? [name] : [])).join(' ')
    t.same([shown && shownRows, shown?.left, shown?.isOpen], [rows ?? null, left, isOpen])
  }
  for (const [userAgent, help] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', 'iphone'],
    ['Mozilla/5.0 (Linux; Android 10; K)', 'android'],
    [undefined, 'computer'],
  ] as const)
    t.equal(view({ accounts: both, userAgent })?.homeScreen?.help, help)
  const accounts = [{ ...alex, ...done }]
  const expiresAt = at('2026-11-27T23:30:00Z')
  const until = (parent: 'a' | 'b') =>
    view({ accounts, invitations: [{ parent, expiresAt }] })?.invite?.until
  t.same([until('b'), until('a')], ['Saturday 28 November', null])
})
