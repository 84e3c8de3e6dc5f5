import { zoneOf } from '@night-routine/household'
import type { Ask } from '@night-routine/database/nights'
import type { StoredPushSubscription } from '@night-routine/database/notifications'
import type { AccessToken, ListedSession } from '@night-routine/database/people'
import { askText } from '@night-routine/notifications'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connection } from '../src/plugins/connection.ts'
import { signedIn } from '../src/plugins/sessions.ts'
import { askedFor, formOf, postedForm } from '../src/you/reminders-form.ts'
import { channelFormView, filledIn, readChannelForm } from '../src/you/channels-view.ts'
import { qrCode } from '../src/plugins/qr-code.ts'
import { waysInView } from '../src/sign-in/ways-in-view.ts'
import { newTokenView, programsView } from '../src/you/programs-view.ts'
import { youView } from '../src/you/you-view.ts'
import { alex, now } from './demo-household.ts'

const time = (text: string) => Temporal.PlainTime.from(text)
const stored = {
  reminderAt: time('18:30'),
  changes: true,
  channels: ['email', 'push'],
  quiet: { from: time('22:00'), to: time('07:00') },
}

const channelFacts = {
  config: {
    PUBLIC_URL: 'https://nights.example.org',
    SMTP_URL: 'smtp://mail.example.org',
    APPRISE_URL: 'http://apprise.example.org:8000',
    CHANNEL_NETWORKS: [],
  },
  stored: [
    {
      email: alex.email,
      channel: 'apprise',
      isOn: true,
      values: { urls: 'gotify://gotify.example.org/AbCdEfGhIjKlMnO\ntgram://1234:AbCd/5678' },
    },
  ],
  last: [
    {
      channel: 'apprise',
      kind: 'test',
      state: 'failed',
      error: 'apprise-unknown-service',
      createdAt: now.subtract({ minutes: 2 }),
      at: now.subtract({ minutes: 2 }),
    },
    {
      channel: 'email',
      kind: 'reminder',
      state: 'sent',
      error: null,
      createdAt: now.subtract({ hours: 20 }),
      at: now.subtract({ hours: 20 }),
    },
  ],
} satisfies Parameters<typeof youView>[0]['channels']

const sessions: ListedSession[] = [
  { ...alex, id: 1n, device: 'Firefox, Android' },
  { ...alex, id: 2n, tokenHash: 'another', device: null },
]

const phone: StoredPushSubscription = {
  id: 1n,
  email: alex.email,
  endpoint: 'https://push.example.com/1',
  p256dh: '',
  auth: '',
  session: alex.tokenHash,
  device: 'Chrome, Android',
  createdAt: now,
}

const asked: Ask = {
  id: '1',
  night: Temporal.PlainDate.from('2026-11-20'),
  parent: 'a',
  word: 'Choir until nine, and the dress rehearsal on Saturday may take even longer',
  returnNight: Temporal.PlainDate.from('2026-11-28'),
  askedBy: 'alex@example.com',
  askedAt: now,
  state: 'open',
  closedAt: null,
  closedBy: null,
  change: null,
}

const account = { email: alex.email, hasPassword: true, mfa: true, totpSecret: 'GEZDGNBVGY3TQOJQ' }
const appUrl = `otpauth://totp/Night%20Routine:${alex.email}?issuer=Night%20Routine&secret=${account.totpSecret}`
const passkey = {
  id: 'nB5fs8Xh1w0Ck9Hs',
  identity: '0d4f7b52-5d0c-4f0a-9c55-0c4e4b4b8d11',
  publicKey: new Uint8Array(),
  counter: 0,
  transports: [],
  name: 'Firefox, Android',
  createdAt: now.subtract({ hours: 60 * 24 }),
  lastUsedAt: now.subtract({ hours: 30 }),
}
const passkeys = [passkey, { ...passkey, id: 'aQ', name: 'Safari, iOS', lastUsedAt: null }]
const token: AccessToken = {
  id: 1n,
  name: 'Home Assistant',
  scope: 'read',
  createdAt: now.subtract({ hours: 60 * 24 }),
  lastUsedAt: now.subtract({ hours: 30 }),
}
const tokens = [
  token,
  { ...token, id: 2n, name: 'Phone', scope: 'write', lastUsedAt: null } as const,
]
/** The page of a person of an in-memory household; invalid forms are refused. */
export function shownYou(
  service: FastifyInstance,
  connection: Connection,
  /** Whether people sign in with accounts of the installation. */
  hasCredentialsHere: boolean,
): void {
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Pick<Parameters<typeof youView>[0], 'form' | 'faults'>,
  ) => {
    const { names, session, settings, reader: parent, language } = signedIn(request)
    const { wording } = request
    const timeZone = zoneOf(settings)
    const view = youView({
      ...typed,
      parent,
      language,
      householdLanguage: settings.language,
      names,
      person: session,
      channels: channelFacts,
      hasPush: true,
      now,
      subscriptions: [phone, { ...phone, id: 2n, session: null, device: null }],
      pushKey: 'BKey',
      signingIn: hasCredentialsHere
        ? waysInView({
            account,
            codesLeft: 7,
            passkeys,
            accepted: '{}',
            passkeyProblem: null,
            timeZone,
            wording,
          })
        : null,
      sessions,
      sessionsPage: 1,
      hasCalendarApps: true,
      programs: programsView(tokens, { timeZone, wording }),
      timeZone,
      wording,
    })
    return reply.page('you/you.hbs', view, connection)
  }
  service.get('/you', async (request, reply) =>
    show(request, reply, { form: formOf(stored, 'a'), faults: [] }),
  )
  service.post<{ Body: Parameters<typeof postedForm>[0] }>('/you', async (request, reply) => {
    const form = postedForm(request.body, 'a')
    const { faults } = askedFor(form, { usable: ['email', 'push'], stored: [] })
    if (faults.length > 0) void reply.code(400)
    return show(request, reply, { form, faults })
  })
  service.get<{ Querystring: { typed?: string } }>(
    '/you/channels/apprise',
    async ({ query, wording }, reply) => {
      const { typed } = query
      const read =
        typed === undefined
          ? null
          : readChannelForm('apprise', { urls: typed }, channelFacts.config)
      const view = channelFormView('apprise', {
        values: read?.values ?? filledIn('apprise', channelFacts.stored),
        faults: read?.faults ?? [],
        isStored: true,
        wording,
      })
      return reply.page('you/channel-form.hbs', view, connection)
    },
  )
  service.get('/you/password', async ({ wording }, reply) => {
    const title = wording.say('account.changePassword')
    const fault = wording.say('identity.short', { shortest: 15 })
    const view = { title, fault, offer: 'sealed', email: alex.email, shortest: 15 }
    return reply.page('sign-in/new-password.hbs', view, connection)
  })
  service.get('/you/second-factor', async ({ wording }, reply) => {
    const view = {
      title: wording.say('account.turnOnFactor'),
      fault: null,
      offer: 'sealed',
      qr: qrCode(appUrl),
      url: appUrl,
      copy: { id: 'key', label: wording.say('account.key') },
      secret: account.totpSecret,
    }
    return reply.page('sign-in/second-factor.hbs', view, connection)
  })
  const question = {
    questions: [{ name: 'passkey', use: 'create', options: '{}' }],
    isQuiet: false,
  }
  service.get('/you/passkeys', async ({ wording: { say } }, reply) => {
    const passkeyButton = { ...question, text: say('passkey.add') }
    const title = say('passkey.addTitle')
    const view = { title, fault: null, offer: 'sealed', passkey: passkeyButton }
    return reply.page('sign-in/new-passkey.hbs', view, connection)
  })
  for (const kind of ['both', 'passkey', 'provider'])
    service.get(`/confirm/${kind}`, async ({ wording: { say } }, reply) => {
      const isBoth = kind === 'both'
      const button = { ...question, text: say('confirm.withPasskey'), isQuiet: isBoth }
      const view = {
        title: say('confirm.title'),
        what: say('confirm.what.invite'),
        fault: isBoth ? say('account.notCurrent') : null,
        action: '/people/invitations',
        id: '0d4f7b52-5d0c-4f0a-9c55-0c4e4b4b8d11',
        email: alex.email,
        asksPassword: isBoth,
        asksCode: isBoth,
        provider: kind === 'provider' ? 'Google' : null,
        needsPasskey: kind === 'passkey',
        passkey: kind === 'provider' ? null : button,
      }
      return reply.page('sign-in/confirm.hbs', view, connection)
    })
  service.get('/you/secure', async ({ wording: { say } }, reply) => {
    const groups = [
      { title: say('secure.sessions'), lines: ['Firefox, Android, since 3 November'] },
      { title: say('secure.tokens'), lines: ['Home Assistant', 'Phone'] },
    ]
    const view = { title: say('secure.title'), groups }
    return reply.page('sign-in/secure.hbs', view, connection)
  })
  service.get('/you/new-codes', async ({ wording: { say } }, reply) => {
    const codes = Array.from({ length: 10 }, (_, index) => `k7fq-2m9x-h3vd-8w5${index}`)
    const copy = { id: 'codes', label: say('account.codes'), text: codes.join('\n') }
    const view = { title: say('account.codesTitle'), codes, copy }
    return reply.page('sign-in/recovery-codes.hbs', view, connection)
  })
  service.get('/you/new-token', async ({ wording }, reply) => {
    const view = newTokenView(`nr_${'k7'.repeat(21)}f`, { name: token.name, wording })
    return reply.page('you/new-token.hbs', view, connection)
  })
  service.get('/unsubscribe', async ({ wording }, reply) => {
    const view = {
      title: wording.say('unsubscribe.title'),
      said: wording.say('unsubscribe.channel', { name: wording.say('channel.push') }),
      action: '/unsubscribe',
    }
    return reply.page('you/unsubscribe.hbs', view)
  })
  service.get('/asks/link', async ({ wording }, reply) => {
    const reader = {
      wording,
      names: { a: 'Alex', b: 'Robin' },
      parent: 'b',
      tonight: asked.night,
    } as const
    const view = { ...askText(asked, reader), action: '/asks/link' }
    return reply.page('nights/asks/ask-link.hbs', view)
  })
}
