import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { savePersonChannel } from '@night-routine/database/notifications'
import { bindMember } from '@night-routine/database/people'
import { freePort } from '@night-routine/servers'
import { startMailServer } from '@night-routine/servers/mail'
import { startInbox } from '@night-routine/servers/receivers'
import t from 'tap'
import { diagnose } from '../../src/doctor/diagnose.ts'
import { connectedInstallation } from './connected-installation.ts'

t.test('the servers by which messages reach people', async t => {
  const { environment, db } = await connectedInstallation(t)
  /** What the doctor says with these settings, besides what it says without them. */
  const said = async (settings: Record<string, string>) => {
    const found = await diagnose({ ...environment, ...settings })
    return found.filter(({ text }) => /mail|Apprise/.test(text))
  }
  const fix = /^Check SMTP_URL: host, port, user, password and certificate\.$/

  await t.test('none', async t => {
    t.same(await said({}), [])
  })

  await t.test('a mail server that works gets no message', async t => {
    const server = await startMailServer(t)
    t.same(await said({ SMTP_URL: server.url }), [
      { state: 'ok', text: 'The mail server lets us in.' },
    ])
    t.same(server.mails, [])
  })

  await t.test('one that refuses the password', async t => {
    const { port } = await startMailServer(t, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) =>
        callback(Object.assign(new Error('Not you'), { responseCode: 535 })),
    })
    const SMTP_URL = `smtp+plain://nights:family-secret@127.0.0.1:${port}`
    const found = await said({ SMTP_URL })
    t.match(found, [{ state: 'problem', text: 'No e-mail can be sent: smtp-auth.', fix }])
    t.notMatch(JSON.stringify(found), 'family-secret')
  })

  await t.test('Microsoft, which takes no passwords', async t => {
    const { port } = await startMailServer(t, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) =>
        callback(
          Object.assign(
            new Error('5.7.139 Authentication unsuccessful, basic authentication is disabled.'),
            { responseCode: 535 },
          ),
        ),
    })
    t.match(await said({ SMTP_URL: `smtp+plain://nights:x@127.0.0.1:${port}` }), [
      {
        state: 'problem',
        text: 'No e-mail can be sent: smtp-no-passwords.',
        fix: /^Microsoft no longer takes passwords for sending mail\. Use another mail provider/,
      },
    ])
  })

  await t.test('one that is gone', async t => {
    const SMTP_URL = `smtp+plain://127.0.0.1:${await freePort()}`
    t.match(await said({ SMTP_URL }), [
      { state: 'problem', text: 'No e-mail can be sent: smtp-unreachable.', fix },
    ])
  })

  await t.test('one that needs a certificate that it does not have', async t => {
    const { port } = await startMailServer(t)
    t.match(await said({ SMTP_URL: `smtp://127.0.0.1:${port}` }), [
      { state: 'problem', text: 'No e-mail can be sent: smtp-tls.', fix },
    ])
  })

  await t.test('an Apprise server, although a lost key sealed what a person filled in', async t => {
    await bindMember(db, 'alex@example.com', '1')
    const lost = parseSecretKeys(['cd'.repeat(32)])
    const values = { urls: 'gotify://host/secret-of-alex' }
    await transaction(db, trx =>
      savePersonChannel(trx, lost, { email: 'alex@example.com', channel: 'apprise', values }),
    )
    const apprise = await startInbox(t, response => response.writeHead(400).end())
    t.same(await said({ APPRISE_URL: apprise.url }), [
      { state: 'ok', text: 'The Apprise API server answers.' },
    ])
    t.match(await said({ APPRISE_URL: `http://127.0.0.1:${await freePort()}` }), [
      {
        state: 'problem',
        text: 'The Apprise API server does not: unreachable.',
        fix: /APPRISE_URL/,
      },
    ])
  })
})
