import { startMailServer } from '@night-routine/servers/mail'
import t from 'tap'
import type { Message } from '../../../src/channels/channel.ts'
import { createMailSender } from '../../../src/channels/email/mail.ts'
import { changes } from '../messages.ts'
import { certificate } from '../push/push-service.ts'

const pair = await certificate()
const mail: Message = {
  ...changes,
  id: 'abc',
  text: { title: 'Zoë gave you Sunday.', lines: ['Zoë gave you Sunday.'] },
}
const alex = { email: 'alex@example.com', values: {} }

/** A mail server with a certificate, and what it accepted. */
function mailServer(...[t, options = {}]: Parameters<typeof startMailServer>) {
  return startMailServer(t, { ...pair, ...options })
}

const from = 'night-routine@routine.example.org'
const trusting = (url: string, timeoutMs?: number) =>
  createMailSender({ url, from, ca: pair.cert, ...(timeoutMs === undefined ? {} : { timeoutMs }) })

const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode })

t.test('sends with STARTTLS and a password, and greets with the name it is given', async t => {
  const seen: string[] = []
  const { mails: received, port } = await mailServer(t, {
    authOptional: false,
    onMailFrom(_address, { hostNameAppearsAs }, callback) {
      seen.push(hostNameAppearsAs)
      callback()
    },
    onAuth({ username = '', password = '' }, _session, callback) {
      seen.push(`${username} ${password}`)
      callback(null, { user: username })
    },
  })
  const greeting = 'routine.example.org'
  const url = `smtp://al%40ex:p%3Ass@localhost:${port}`
  const send = createMailSender({ url, from, greeting, ca: pair.cert })
  t.same(await send(mail, alex), { kind: 'sent' })
  t.same(seen, ['al@ex p:ss', greeting])
  t.match(received, [{ from, to: ['alex@example.com'], secure: true }])
  const text = received[0]?.text ?? ''
  t.match(text, 'Message-ID: <abc@routine.example.org>')
  t.match(text, 'List-Unsubscribe: <https://routine.example.org/unsubscribe?token=1>')
  t.match(text, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  t.match(text, 'Auto-Submitted: auto-generated')
  t.match(text, `From: Night Routine <${from}>`)
  t.match(text, /^Subject: =\?UTF-8\?Q\?Zo=C3=AB_gave_you_Sunday/m)
  t.match(text, /^To: alex@example\.com\r$/m)
})

t.test('sends with TLS from the start, and without any if told so', async t => {
  const secure = await mailServer(t, { secure: true })
  t.same(await trusting(`smtps://localhost:${secure.port}`)(mail, alex), { kind: 'sent' })
  const plain = await mailServer(t, { disabledCommands: ['STARTTLS'] })
  t.same(await trusting(`smtp+plain://localhost:${plain.port}`)(mail, alex), { kind: 'sent' })
  t.match([secure.mails, plain.mails], [[{ secure: true }], [{ secure: false }]])
})

t.test('never falls back to plain text', async t => {
  const plain = await mailServer(t, { disabledCommands: ['STARTTLS'] })
  t.match(await trusting(`smtp://localhost:${plain.port}`)(mail, alex), {
    kind: 'retry',
    code: 'smtp-tls',
  })
  const own = await mailServer(t)
  const other = await mailServer(t, { secure: true })
  for (const url of [`smtp://localhost:${own.port}`, `smtps://localhost:${other.port}`])
    t.match(
      await createMailSender({ url, from })(mail, alex),
      { kind: 'retry', code: 'smtp-tls' },
      'a certificate that no authority signed',
    )
  t.same(
    [plain, own, other].flatMap(({ mails }) => mails),
    [],
  )
})

t.test('a refusal counts wherever it comes', async t => {
  const atRecipient = await mailServer(t, {
    onRcptTo: (_address, _session, callback) => callback(refusal(550)),
  })
  const atEnd = await mailServer(t, {
    onData: (stream, _session, callback) => {
      stream.resume().on('end', () => callback(refusal(451)))
    },
  })
  const wrong = await mailServer(t, {
    onAuth: (_auth, _session, callback) => callback(refusal(535)),
  })
  for (const [address, outcome] of [
    [`localhost:${atRecipient.port}`, { kind: 'give-up', code: 'smtp-550' }],
    [`localhost:${atEnd.port}`, { kind: 'retry', code: 'smtp-451' }],
    [`alex:wrong@localhost:${wrong.port}`, { kind: 'retry', code: 'smtp-auth' }],
  ] as const)
    t.match(await trusting(`smtp://${address}`)(mail, alex), outcome)
})

t.test('a server that is slow or away costs no more than the time limit', async t => {
  const slow = await mailServer(t, { onConnect: () => {} })
  t.match(await trusting(`smtp://localhost:${slow.port}`, 150)(mail, alex), {
    kind: 'retry',
    code: 'smtp-timeout',
  })
  t.match(await trusting('smtp://localhost:1')(mail, alex), {
    kind: 'retry',
    code: 'smtp-unreachable',
  })
})

t.test('no text becomes a header or another recipient', async t => {
  const { mails: received, port } = await mailServer(t)
  const send = trusting(`smtp://localhost:${port}`)
  const evil = 'Robin\r\nBcc: eve@example.com\r\n\r\nbody\u2028x'
  t.same(
    await send(
      { ...mail, text: { title: evil, lines: [`${evil}\r\n.\r\nRCPT TO:<eve@example.com>`] } },
      alex,
    ),
    {
      kind: 'sent',
    },
  )
  t.same(received[0]?.to, ['alex@example.com'])
  const text = received[0]?.text ?? ''
  const [headers = ''] = text.split('\r\n\r\n')
  t.notMatch(headers, /^Bcc:/im)
  t.match(headers, /^Subject: Robin Bcc: eve@example\.com body x\r$/m)
  const outcome = await send(mail, {
    ...alex,
    email: 'alex@example.com>\r\nRCPT TO:<eve@example.com',
  })
  t.notSame(outcome, { kind: 'sent' })
  await send(mail, { ...alex, email: 'alex@example.com, eve@example.com' })
  t.same(
    received.flatMap(one => one.to).filter(address => address === 'eve@example.com'),
    [],
  )
})
