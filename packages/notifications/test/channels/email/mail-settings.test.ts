import { checkOdd, oddText } from '@night-routine/odd-input'
import { ConfigurationError, loadConfig, readMailServer } from '@night-routine/service'
import t from 'tap'
import { emailSettings, endingSoon, greetingOf } from '../../../src/channels/email/email.ts'
import { Type } from 'typebox'

const schema = Type.Object(emailSettings)
const login = (user: string, password: string) => ({ user, password })

t.test('reads the mail server and the sender', async t => {
  const SMTP_URL = 'smtps://user:password@smtp.example.org:465'
  t.match(loadConfig(schema, { SMTP_URL, MAIL_FROM: 'Routine@Example.org' }), {
    SMTP_URL,
    MAIL_FROM: 'routine@example.org',
  })
  t.same({ ...loadConfig(schema, {}) }, {})
  t.throws(() => loadConfig(schema, { MAIL_FROM: 'Alex <alex@example.org>' }), /MAIL_FROM/)
})

t.test('reads every part of a mail server’s address', async t => {
  for (const [url, protocol, host, port, user] of [
    ['smtps://smtp.example.org', 'smtps', 'smtp.example.org', 465, null],
    ['smtp://smtp.example.org/', 'smtp', 'smtp.example.org', 587, null],
    ['SMTP+plain://localhost', 'smtp+plain', 'localhost', 25, null],
    ['smtps://mail:2465', 'smtps', 'mail', 2465, null],
    ['smtps://mail:', 'smtps', 'mail', 465, null],
    ['smtps://[::1]:2465', 'smtps', '::1', 2465, null],
    ['smtps://192.0.2.1', 'smtps', '192.0.2.1', 465, null],
    ['smtps://mail.exämple.org', 'smtps', 'mail.xn--exmple-cua.org', 465, null],
    ['smtp://al%40ex:p%3Ass@mail', 'smtp', 'mail', 587, login('al@ex', 'p:ss')],
    ['smtp://alex@example.org:pass@mail', 'smtp', 'mail', 587, login('alex@example.org', 'pass')],
    ['smtp://user:a/b?c#d e@f:g@mail', 'smtp', 'mail', 587, login('user', 'a/b?c#d e@f:g')],
    ['smtp://user:100%25@mail', 'smtp', 'mail', 587, login('user', '100%')],
    ['smtp://üser:pässwörd%C3%A9@mail', 'smtp', 'mail', 587, login('üser', 'pässwördé')],
  ] as const)
    t.same(readMailServer(url), { protocol, host, port, login: user }, url)
})

t.test('refuses what no mail can be sent with, says why, and never prints it', async t => {
  const host = /^SMTP_URL: its value has no valid host\. Write a name or an IP address,/
  const port = /^SMTP_URL: its value has no valid port\. Write one from 1 to 65535/
  const percent =
    /^SMTP_URL: its value has a % .+ not percent-encoded\. Write %25 for each %: smtps:\/\/user:100%25@host\.$/
  for (const [SMTP_URL, sentence] of [
    ['smtp.example.org', /does not start with smtps:\/\/, smtp:\/\/ or smtp\+plain:\/\/\. Write/],
    ['https://user:hunter2@smtp.example.org', /does not start with/],
    ['smtps:smtp.example.org', /does not start with/],
    ['smtps://user:100%@smtp.example.org', percent],
    ['smtps://us%er:hunter2@smtp.example.org', percent],
    ['smtps://user:hunter2%FF@smtp.example.org', percent],
    ['smtps://user:hunter2%0D@smtp.example.org', /has a control character .+ Remove it/],
    ['smtps://user:hunter2\t@smtp.example.org', /has a control character/],
    ['smtps://user@smtp.example.org', /has a user without a password\. Write user:password@/],
    ['smtps://user:@smtp.example.org', /has a user without a password/],
    ['smtps://:hunter2@smtp.example.org', /has an empty user\. Write user:password@/],
    ['smtps://@smtp.example.org', /has an empty user/],
    ['smtp://', /has no host\. Write it after/],
    ['smtp:///', /has no host/],
    ['smtp://:465', /has no host/],
    ['smtp://user:hunter2@', /has no host/],
    ['smtp://smtp example', host],
    ['smtp://smtp..org', host],
    ['smtp://-_-!', host],
    ['smtp://smtp.example.org/inbox', host],
    ['smtp://smtp.example.org?pool=true', host],
    ['smtp://[::1', host],
    ['smtp://[:::::]', host],
    ['smtp://::1', /has no host/],
    ['smtp://smtp.example.org:0', port],
    ['smtp://smtp.example.org:65536', port],
    ['smtp://smtp.example.org:25x', host],
  ] as const) {
    const error: unknown = (() => {
      try {
        return loadConfig(schema, { SMTP_URL })
      } catch (caught) {
        return caught
      }
    })()
    if (!(error instanceof ConfigurationError)) throw new Error(`accepted ${SMTP_URL}`)
    t.match(error.message, sentence, SMTP_URL)
    t.notMatch(error.message, 'hunter2')
  }
})

t.test('any text is a mail server or a fault', async t => {
  const seeds = ['smtps://', 'smtp://', 'user:pass@', '@', ':', 'mail.example.org', '[::1]', ':465']
  await checkOdd(t, oddText({ seeds }), text => {
    for (const one of [text, `smtps://${text}`, `smtps://${text}@mail`, `smtp://u:${text}@mail`]) {
      const read = readMailServer(one)
      const isServer =
        'host' in read && /^[\w.:-]+$/.test(read.host) && read.port > 0 && read.port < 65_536
      if (!isServer && !('fault' in read)) throw new Error(JSON.stringify(read))
    }
  })
})

t.test('says of Microsoft’s servers that a password will not work for long', async t => {
  for (const [url, notices] of [
    ['smtp://alex%40contoso.com:x@smtp.office365.com:587', 1],
    ['smtp://alex%40outlook.com:x@smtp-mail.outlook.com', 1],
    // Mail to one's own tenant goes there without a password.
    ['smtp://contoso-com.mail.protection.outlook.com:25', 0],
    ['smtps://alex:x@smtp.notoutlook.com', 0],
    ['smtps://', 0],
  ] as const)
    t.equal(endingSoon(url).length, notices, url)
})

t.test('greets mail servers with the host of PUBLIC_URL', async t => {
  for (const [url, greeting] of [
    ['https://routine.example.org', 'routine.example.org'],
    ['https://routine.exämple.org:8443', 'routine.xn--exmple-cua.org'],
    ['http://192.168.1.5:8080', '[192.168.1.5]'],
    ['http://[2001:db8::1]:8080', '[IPv6:2001:db8::1]'],
    ['http://localhost:8080', undefined],
    ['http://nas', undefined],
  ] as const)
    t.equal(greetingOf(url), greeting, url)
})
