import { loadConfig, mailSettings } from '@night-routine/service'
import t from 'tap'
import { Type } from 'typebox'

const schema = Type.Object(mailSettings)

t.test('reads the mail server and the sender', async t => {
  for (const SMTP_URL of [
    'smtps://user:password@smtp.example.org:465',
    'smtp://smtp.example.org',
    'smtp+plain://localhost:25',
  ])
    t.match(loadConfig(schema, { SMTP_URL, MAIL_FROM: 'Routine@Example.org' }), {
      SMTP_URL,
      MAIL_FROM: 'routine@example.org',
    })
  t.same({ ...loadConfig(schema, {}) }, {})
})

t.test('refuses other addresses, and never prints them', async t => {
  for (const SMTP_URL of ['smtp.example.org', 'https://user:hunter2@smtp.example.org', 'smtp://'])
    t.throws(
      () => loadConfig(schema, { SMTP_URL }),
      { message: /^SMTP_URL: its value is not the address of a mail server/ },
      SMTP_URL,
    )
  t.throws(() => loadConfig(schema, { MAIL_FROM: 'Alex <alex@example.org>' }), /MAIL_FROM/)
})
