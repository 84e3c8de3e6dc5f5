import { waitFor } from '@night-routine/servers'
import { startPostfix } from '@night-routine/servers/postfix'
import t from 'tap'
import { createMailSender, type Mail } from '../../../src/channels/email/mail.ts'
import { certificate } from '../push/push-service.ts'

const mail: Mail = {
  to: 'alex@example.com',
  subject: 'Zoë gave you Sunday.',
  text: 'Zoë gave you Sunday.\n.\nFrom here on, a line that starts with a dot.\n',
  messageId: '<abc@routine.example.org>',
  unsubscribeUrl: 'https://routine.example.org/unsubscribe?token=1',
  language: 'en',
}
const from = 'night-routine@routine.example.org'

t.test('a strict relay takes an e-mail, if it is greeted with a host', async t => {
  const pair = await certificate()
  const relay = await startPostfix(process.env, pair)
  t.teardown(() => relay.stop())
  const { url } = relay
  const trusting = { url, from, ca: pair.cert }

  for (const greeting of ['[127.0.0.1]', 'localhost', '127.0.0.1'])
    t.match(
      await createMailSender({ ...trusting, greeting })(mail),
      { kind: 'give-up', code: /^smtp-5(04|54)$/ },
      greeting,
    )
  t.same(await relay.mails(), [])

  const send = createMailSender({ ...trusting, greeting: 'routine.example.org' })
  t.same(await send(mail), { kind: 'sent' }, await relay.log())
  await waitFor('the mailbox', async () => (await relay.mails()).length === 1)
  const [text = ''] = await relay.mails()
  t.match(text, 'Message-ID: <abc@routine.example.org>')
  t.match(text, /^Received: from routine\.example\.org /m)
  t.match(text, /^\.$/m)

  const greeting = 'routine.example.org'
  const wrong = url.replace(/:[^:@]+@/, ':wrong@')
  t.same(await createMailSender({ ...trusting, url: wrong, greeting })(mail), {
    kind: 'retry',
    code: 'smtp-auth',
    afterSeconds: null,
  })
  const plain = url.replace('smtp:', 'smtp+plain:')
  t.match(await createMailSender({ ...trusting, url: plain, greeting })(mail), {
    code: /^smtp-(auth|530)$/,
  })
  t.match(await send({ ...mail, to: 'alex' }), { kind: 'give-up' })
  t.equal((await relay.mails()).length, 1)
})
