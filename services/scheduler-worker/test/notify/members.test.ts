import {
  householdTransaction,
  parseSecretKeys,
  transaction,
} from '@night-routine/database/connection'
import {
  createCredentials,
  readCredentialsLink,
  renewCredentials,
} from '@night-routine/database/credentials'
import { readJobRequests } from '@night-routine/database/jobs'
import type { ParentId } from '@night-routine/database/nights'
import {
  planRecovery,
  savePersonChannel,
  turnOffChannel,
  type NotificationSettings,
} from '@night-routine/database/notifications'
import { letIn, saveMemberLanguage } from '@night-routine/database/people'
import { recordMemberChange, type MemberAction } from '@night-routine/household'
import { now } from '@night-routine/testing/household'
import type { Send } from '@night-routine/notifications'
import t from 'tap'
import { notify } from '../../src/notify/deliver.ts'
import { addresses, family } from './family.ts'

const keys = parseSecretKeys(['ab'.repeat(32)])
const robinsId = '00000000-0000-4000-8000-00000000000b'
const off = { channels: [], changes: false }

/** Two parents who sign in at the installation itself, and have turned all messages off. */
async function home(
  t: Parameters<typeof family>[0],
  preferences: Partial<Record<ParentId, Partial<NotificationSettings>>> = {},
) {
  const made = await family(t, { a: { ...off, ...preferences.a }, b: { ...off, ...preferences.b } })
  const { db } = made
  await transaction(db, async trx => {
    for (const email of Object.values(addresses)) await letIn(trx, email, now)
    await createCredentials(trx, { id: robinsId, email: addresses.b, passwordHash: 'x' }, now)
  })
  return {
    ...made,
    /** Something changes for Robin; `by` null: by the operator. */
    change: (
      action: MemberAction,
      by: string | null = addresses.b,
      more: { link?: string; device?: string; email?: string; at?: Temporal.Instant } = {},
    ) =>
      householdTransaction(db, trx => {
        const { at = now, email = addresses.b, ...facts } = more
        return recordMemberChange(trx, { action, email, by, now: at, ...facts })
      }),
    forget: (email = addresses.b, at = now) => transaction(db, trx => planRecovery(trx, email, at)),
  }
}

/** What arrives, by every way that each person has. */
const toRobin = (sentence: string) => [`b ${sentence}`, `b by mail: ${sentence}`]
const both = (sentence: string, robins: string) => [
  `a ${sentence}`,
  `a by mail: ${sentence}`,
  ...toRobin(robins),
]

t.test('each change is told to its person, and what opens an account to both', async t => {
  const { change, run, arrived } = await home(t)
  for (const [action, by, more, expected] of [
    ['account-made', addresses.b, {}, []],
    [
      'account-made',
      null,
      {},
      both(
        'The person who runs this server made an account for Robin',
        'The person who runs this server made an account for you',
      ),
    ],
    ['password-changed', addresses.b, {}, toRobin('You changed your password')],
    ['passkey-added', addresses.b, { device: 'iPhone' }, toRobin('You added a passkey: iPhone')],
    ['passkey-removed', addresses.b, { device: 'iPad' }, toRobin('You removed a passkey: iPad')],
    [
      'token-made',
      addresses.b,
      { device: 'Home Assistant' },
      toRobin('You made an access token for a program: Home Assistant'),
    ],
    [
      'token-revoked',
      addresses.b,
      { device: 'Home Assistant' },
      toRobin('You revoked an access token: Home Assistant'),
    ],
    ['second-factor-on', addresses.b, {}, toRobin('You turned on a second factor')],
    ['second-factor-off', addresses.b, {}, toRobin('You turned off the second factor')],
    ['recovery-codes-made', addresses.b, {}, toRobin('You made new recovery codes')],
    [
      'recovery-link-made',
      addresses.a,
      {},
      both(
        'You made a link to a new password for Robin',
        'Alex made a link to a new password for you',
      ),
    ],
    [
      'recovery-link-made',
      null,
      {},
      both(
        'The person who runs this server made a link to a new password for Robin',
        'The person who runs this server made a link to a new password for you',
      ),
    ],
    [
      'password-recovered',
      addresses.b,
      { link: addresses.a },
      both(
        'Robin chose a new password with a link that you made',
        'You chose a new password with a link that Alex made',
      ),
    ],
    [
      'password-recovered',
      addresses.b,
      { link: 'mail' },
      both(
        'Robin chose a new password with a link sent by e-mail',
        'You chose a new password with a link sent by e-mail',
      ),
    ],
    [
      'password-recovered',
      addresses.b,
      { link: 'operator' },
      both(
        'Robin chose a new password with a link from the person who runs this server',
        'You chose a new password with a link from the person who runs this server',
      ),
    ],
  ] as const) {
    await change(action, by, more)
    await run()
    t.same(arrived(), expected, action)
    await run()
    t.same(arrived(), [], `${action}, once`)
  }
})

t.test('a removed person gets one last mail, and the others hear of it', async t => {
  const { db, change, run, arrived, mails } = await home(t)
  await db.deleteFrom('accounts').where('email', '=', addresses.b).execute()
  await change('account-removed', addresses.a)
  await run()
  const alexs = 'You removed the account of robin@example.com'
  const last = 'b by mail: Alex removed your account'
  t.same(arrived(), [`a ${alexs}`, `a by mail: ${alexs}`, last])
  t.match(mails.at(-1)?.text, 'If that surprises you, ask a parent, or the person who runs')
  await change('account-removed', addresses.b)
  await run()
  const left = 'robin@example.com left'
  t.same(arrived(), [`a by mail: ${left}`, `a ${left}`, 'b by mail: You left'])
})

t.test('says what to do, cannot be turned off, and does not wait for quiet hours', async t => {
  const always = {
    quiet: { from: Temporal.PlainTime.from('00:00'), to: Temporal.PlainTime.from('23:59') },
  }
  const { change, run, mails } = await home(t, { a: always, b: always })
  await change('password-recovered', addresses.b, { link: addresses.a })
  t.same(await run(), ['sent', 'sent', 'sent', 'sent'])
  const [alexs, robins] = mails
  t.match(alexs?.text, 'If that surprises you, ask Robin.')
  t.match(robins?.text, 'If that wasn’t you, change your password and sign out everywhere')
  for (const { text, unsubscribeUrl } of mails) {
    t.match(text, 'See the history: https://routine.example/history')
    t.notMatch(text, /unsubscribe|Stop these/)
    t.equal(unsubscribeUrl, undefined)
  }
  await change('recovery-link-made', addresses.a)
  await run()
  t.match(mails.at(-1)?.text, 'If you didn’t ask for it, find out why it was made.')
  t.match(mails.at(-2)?.text, 'If that wasn’t you, change your password')
})

t.test('what happened together is one message', async t => {
  const { change, run, mails } = await home(t)
  await change('password-changed')
  await change('passkey-added', addresses.b, { device: 'iPhone' })
  await run()
  t.match(mails, [
    {
      subject: 'How you sign in has changed',
      text: /^You changed your password\.\nYou added a passkey: iPhone\.\n/,
    },
  ])
})

t.test('goes to the devices where no mail can be sent', async t => {
  const { db, change, push, pushes, arrived } = await home(t)
  await change('password-changed')
  await notify({
    db,
    senders: { push },
    setUp: ['push'],
    now,
    guard: () => {},
    publicUrl: 'https://routine.example',
    keys,
    signal: new AbortController().signal,
  })
  t.same(arrived(), ['b You changed your password'])
  t.match(pushes, [
    { url: 'https://routine.example/history', urgency: 'high', turnOffUrl: undefined },
  ])
})

t.test('goes every way that its person has on', async t => {
  const { db, change, run, push, mail, arrived } = await home(t, { b: { channels: ['apprise'] } })
  const apprised: string[] = []
  await transaction(db, async trx => {
    const filledIn = { email: addresses.a, channel: 'apprise', values: { urls: 'x://of-alex' } }
    await savePersonChannel(trx, keys, filledIn)
    await turnOffChannel(trx, addresses.a, 'apprise')
    await savePersonChannel(trx, keys, {
      ...filledIn,
      email: addresses.b,
      values: { urls: 'x://of-robin' },
    })
  })
  const send: Send = async ({ text }, { values }) => {
    apprised.push(`${values['urls']} ${text.title}`)
    return { kind: 'sent' }
  }
  await change('password-recovered', addresses.b, { link: addresses.a })
  await run(now, {
    senders: { push, email: mail, apprise: send },
    setUp: ['email', 'push', 'apprise'],
  })
  const robins = 'You chose a new password with a link that Alex made'
  t.same(arrived(), both('Robin chose a new password with a link that you made', robins))
  t.same(apprised, [`x://of-robin ${robins}`], 'Alex has it off')
})

t.test('speaks the language of each reader', async t => {
  const { db, change, run, mails } = await home(t)
  await saveMemberLanguage(db, addresses.b, 'fr')
  await change('password-recovered', addresses.b, { link: addresses.a })
  await run()
  t.match(mails, [
    { subject: 'Robin chose a new password with a link that you made', language: 'en' },
    {
      subject: 'Vous avez choisi un nouveau mot de passe avec un lien créé par Alex',
      language: 'fr',
    },
  ])
})

t.test(
  'a change asks for its messages where no one hears of nights, and is not told late',
  async t => {
    const { db, change, run, arrived } = await home(t)
    await db.deleteFrom('job_requests').execute()
    await change('password-changed')
    t.ok((await readJobRequests(db)).some(({ kind }) => kind === 'notify'))
    await run(now.add({ hours: 97 }))
    t.same(arrived(), [])
  },
)

t.test('a person who is no parent hears who was let in, too', async t => {
  const { db, change, run, mails } = await home(t)
  const kim = 'kim@example.com'
  await transaction(db, trx => letIn(trx, kim, now))
  await change('password-recovered', addresses.b, { link: addresses.a })
  await run()
  t.same(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted(), [
    'alex@example.com Robin chose a new password with a link that you made',
    'kim@example.com Robin chose a new password with a link that Alex made',
    'robin@example.com You chose a new password with a link that Alex made',
  ])
})

t.test(
  'the mail to who forgot a password holds a link, which is made as it is written',
  async t => {
    const { db, forget, run, mails, record } = await home(t, { b: { quiet: null } })
    await forget()
    await forget(addresses.b, now.add({ seconds: 1 }))
    await renewCredentials(db, { id: robinsId, version: 1 })
    const at = now.add({ minutes: 10 })
    await run(at)
    t.match(mails, [{ to: addresses.b, subject: 'A link to a new password' }])
    const { text = '', unsubscribeUrl } = mails[0] ?? {}
    t.match(text, 'If it wasn’t you, do nothing: your password stays as it is.')
    t.equal(unsubscribeUrl, undefined)
    const [, token = ''] =
      /https:\/\/routine\.example\/identity\/link\?token=(\S+)/.exec(text) ?? []
    const link = readCredentialsLink(keys, token)
    t.match(link, { identity: robinsId, version: 2, by: 'mail' })
    t.equal(String(link?.until), String(at.add({ hours: 1 })))
    t.same(await record(), ['recovery email sent', 'recovery email sent'])
    const rows = await db.selectFrom('notification_deliveries').selectAll().execute()
    t.notMatch(rows.flatMap(row => Object.values(row).map(String)).join(' '), token)
  },
)

t.test('no mail goes to an address without an account, or after an hour', async t => {
  const { forget, run, arrived, record } = await home(t)
  await forget('nobody@example.com')
  await forget(addresses.a)
  t.same(await record(), [], 'Alex was let in, and has no identity')
  await forget()
  await run(now.add({ hours: 1 }))
  t.same(arrived(), [])
  t.same(await record(), ['recovery email nothing-to-say'])
})
