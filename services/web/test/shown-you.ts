import { zoneOf } from '@night-routine/household'
import type {
  AccessToken,
  Ask,
  ListedSession,
  StoredPushSubscription,
} from '@night-routine/database'
import { askText } from '@night-routine/notifications'
import { message } from '@night-routine/wording'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connection } from '../src/connection.ts'
import { signedIn } from '../src/plugins/sessions.ts'
import {
  askedFor,
  formOf,
  postedForm,
  type FormFault,
  type RemindersForm,
} from '../src/routes/you/reminders-form.ts'
import { channelFormView, filledIn, readChannelForm } from '../src/routes/you/channels-view.ts'
import {
  recoveryCodesView,
  signingInFormView,
  signingInView,
  type SigningInForm,
} from '../src/routes/you/signing-in-view.ts'
import { passkeyFormView } from '../src/routes/you/passkeys-view.ts'
import { newTokenView, programsView } from '../src/routes/programs/programs-view.ts'
import { youView } from '../src/routes/you/you-view.ts'
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
const offered = {
  secret: account.totpSecret,
  url: `otpauth://totp/Night%20Routine:${alex.email}?issuer=Night%20Routine&secret=${account.totpSecret}`,
  sealed: 'sealed',
}
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
const signingInForms: readonly SigningInForm[] = [
  'password',
  'second-factor',
  'second-factor/off',
  'recovery-codes',
]

/** The page of a person of an in-memory household; invalid forms are refused. */
export function shownYou(
  service: FastifyInstance,
  connection: Connection,
  /** Whether people sign in with accounts of the installation. */
  hasAccounts: boolean,
): void {
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    typed: { form: RemindersForm; faults: FormFault[] },
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
      signingIn: hasAccounts
        ? signingInView({ account, codesLeft: 7, passkeys, isSecure: true, timeZone, wording })
        : null,
      sessions,
      sessionsPage: 1,
      programs: programsView(tokens, { timeZone, wording }),
      timeZone,
      wording,
    })
    return reply.page('routes/you/you.hbs', view, connection)
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
        faults: read?.faults ?? new Map(),
        isStored: true,
        wording,
      })
      return reply.page('routes/you/channel-form.hbs', view, connection)
    },
  )
  for (const form of signingInForms)
    service.get<{ Querystring: { refused?: string; passkey?: string } }>(
      `/you/${form}`,
      async (request, reply) => {
        const { wording, query } = request
        const hasPassword = query.passkey === undefined
        const view = signingInFormView({
          form,
          account: { ...account, hasPassword },
          question: hasPassword ? null : { name: 'confirmation', use: 'get', options: '{}' },
          offered: form === 'second-factor' ? offered : null,
          fault: query.refused === undefined ? null : message('account.notCurrent'),
          wording,
        })
        return reply.page('routes/you/signing-in-form.hbs', view, connection)
      },
    )
  for (const [path, removed] of [
    ['/you/passkeys', null],
    ['/you/passkeys/remove', passkey],
  ] as const)
    service.get(path, async ({ wording }, reply) => {
      const questions =
        removed === null ? [{ name: 'passkey', use: 'create' as const, options: '{}' }] : []
      const view = passkeyFormView({ account, removed, questions, fault: null, wording })
      return reply.page('routes/you/passkey-form.hbs', view, connection)
    })
  service.get('/you/new-codes', async ({ wording }, reply) => {
    const codes = Array.from({ length: 10 }, (_, index) => `k7fq-2m9${index}`)
    return reply.page(
      'routes/you/recovery-codes.hbs',
      recoveryCodesView(codes, wording),
      connection,
    )
  })
  service.get('/you/new-token', async ({ wording }, reply) => {
    const view = newTokenView(`nr_${'k7'.repeat(21)}f`, { name: token.name, wording })
    return reply.page('routes/programs/new-token.hbs', view, connection)
  })
  service.get('/unsubscribe', async ({ wording }, reply) => {
    const view = {
      title: wording.say('unsubscribe.title'),
      said: wording.say('unsubscribe.channel', { name: wording.say('channel.push') }),
      action: '/unsubscribe',
    }
    return reply.page('routes/notifications/unsubscribe.hbs', view)
  })
  service.get('/asks/link', async ({ wording }, reply) => {
    const reader = {
      wording,
      names: { a: 'Alex', b: 'Robin' },
      parent: 'b',
      tonight: asked.night,
    } as const
    const view = { ...askText(asked, reader), action: '/asks/link' }
    return reply.page('routes/asks/ask-link.hbs', view)
  })
}
