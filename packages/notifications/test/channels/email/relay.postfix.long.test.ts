import { waitFor } from '@night-routine/servers'
import { startPostfix } from '@night-routine/servers/postfix'
import t from 'tap'
import type { Message } from '../../../src/channels/channel.ts'
import { createMailSender } from '../../../src/channels/email/mail.ts'
import { changes } from '../messages.ts'
import { certificate } from '../push/push-service.ts'

const mail: Message = {
  ...changes,
  id: 'abc',
  text: {
    title: 'Zoë gave you Sunday.',
    lines: ['Zoë gave you Sunday.', '.', 'From here on, a line that starts with a dot.'],
  },
}
const alex = { email: 'alex@example.com', values: {} }
const from = 'night-routine@routine.example.org'

t.test('a strict relay takes an e-mail, if it is greeted with a host', async t => {
  const pair = await certificate()
  const relay = await startPostfix(process.env, pair)
  t.teardown(() => relay.stop())
  const { url } = relay
  const trusting = { url, from, ca: pair.cert }

  for (const greeting of ['[127.0.0.1]', 'localhost', '127.0.0.1'])
    t.match(
      await createMailSender({ ...trusting, greeting })(mail, alex),
      { kind: 'give-up', code: /^smtp-5(04|54)$/ },
      greeting,
    )
  t.same(await relay.mails(), [])

  const send = createMailSender({ ...trusting, greeting: 'routine.example.org' })
  t.same(await send(mail, alex), { kind: 'sent' }, await relay.log())
  await waitFor('the mailbox', async () => (await relay.mails()).length === 1)
  const [text = ''] = await relay.mails()
  t.match(text, 'Message-ID: <abc@routine.example.org>')
  t.match(text, /^Received: from routine\.example\.org /m)
  t.match(text, /^\.$/m)

  const greeting = 'routine.example.org'
  const wrong = url.replace(/:[^:@]+@/, ':wrong@')
  t.same(await createMailSender({ ...trusting, url: wrong, greeting })(mail, alex), {
    kind: 'retry',
    code: 'smtp-auth',
    afterSeconds: null,
  })
  const plain = url.replace('smtp:', 'smtp+plain:')
  t.match(await createMailSender({ ...trusting, url: plain, greeting })(mail, alex), {
    code: /^smtp-(auth|530)$/,
  })
  t.match(await send(mail, { ...alex, email: 'alex' }), { kind: 'give-up' })
  t.equal((await relay.mails()).length, 1)
})
