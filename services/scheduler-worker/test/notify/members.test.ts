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
import { planRecovery, type NotificationSettings } from '@night-routine/database/notifications'
import { letIn, saveMemberLanguage } from '@night-routine/database/people'
import { recordMemberChange, type MemberAction } from '@night-routine/household'
import { now } from '@night-routine/testing/household'
import t from 'tap'
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

/** A sentence as it arrives by every way that each of these people has. */
function told(sentence: string, readers: readonly ('a' | 'b')[] = ['a', 'b']): string[] {
  return readers.flatMap(reader => {
    const [alex, robin] = reader === 'a' ? ['you', 'Robin'] : ['Alex', 'you']
    const [first = '', ...rest] = sentence
      .replace('ALEX', alex ?? '')
      .replace('ROBIN', robin ?? '')
      .replace('OPERATOR', 'the person who runs this server')
    const text = first.toUpperCase() + rest.join('')
    return [`${reader} ${text}`, `${reader} by mail: ${text}`]
  })
}

t.test('each change is told to its person, and what opens an account to both', async t => {
  const { change, run, arrived } = await home(t)
  const recovered = 'ROBIN chose a new password with a link'
  for (const [action, by, more, expected] of [
    ['account-made', addresses.b, {}, []],
    ['account-made', null, {}, told('OPERATOR made an account for ROBIN')],
    ['password-changed', addresses.b, {}, told('ROBIN changed your password', ['b'])],
    ['passkey-added', addresses.b, { device: 'X' }, told('ROBIN added a passkey: X', ['b'])],
    ['passkey-removed', addresses.b, { device: 'X' }, told('ROBIN removed a passkey: X', ['b'])],
    [
      'token-made',
      addresses.b,
      { device: 'X' },
      told('ROBIN made an access token for a program: X', ['b']),
    ],
    [
      'token-revoked',
      addresses.b,
      { device: 'X' },
      told('ROBIN revoked an access token: X', ['b']),
    ],
    [
      'app-password-made',
      addresses.b,
      {},
      told('ROBIN made an app password for a calendar app', ['b']),
    ],
    ['second-factor-on', addresses.b, {}, told('ROBIN turned on a second factor', ['b'])],
    ['second-factor-off', addresses.b, {}, told('ROBIN turned off the second factor', ['b'])],
    ['recovery-codes-made', addresses.b, {}, told('ROBIN made new recovery codes', ['b'])],
    ['recovery-link-made', addresses.a, {}, told('ALEX made a link to a new password for ROBIN')],
    ['recovery-link-made', null, {}, told('OPERATOR made a link to a new password for ROBIN')],
    ['password-recovered', addresses.b, { link: addresses.a }, told(`${recovered} that ALEX made`)],
    ['password-recovered', addresses.b, { link: 'mail' }, told(`${recovered} sent by e-mail`)],
    ['password-recovered', addresses.b, { link: 'operator' }, told(`${recovered} from OPERATOR`)],
  ] as const) {
    await change(action, by, more)
    await run()
    t.same(arrived(), expected, action)
    await run()
    t.same(arrived(), [], `${action}, once`)
  }
  await change('password-changed')
  await change('passkey-added', addresses.b, { device: 'X' })
  await run()
  t.same(arrived(), told('how you sign in has changed', ['b']), 'what happened together')
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
