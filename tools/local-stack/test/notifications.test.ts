import { waitFor } from '@night-routine/servers'
import { startMailServer } from '@night-routine/servers/mail'
import t from 'tap'
import { Person } from './person.ts'
import { launchStack, stackPlace } from './running-stack.ts'

t.test('the other parent hears of a change within ten seconds, from page to mailbox', async t => {
  const { mails, url } = await startMailServer(t)
  const stack = await launchStack(t, await stackPlace(t, { SMTP_URL: url }))
  t.equal(stack.exitCode, undefined, stack.printed())
  const { publicUrl, emulatorUrl } = stack
  const [alex, robin] = [new Person(publicUrl), new Person(publicUrl)]
  await alex.signIn('alex@example.com', emulatorUrl)
  await robin.signIn('robin@example.com', emulatorUrl)
  const [, calendar_id = ''] =
    /name="calendar_id" value="([^"]+)"/.exec(await (await alex.get('/calendars')).text()) ?? []
  await alex.post('/calendars/select', { calendar_id })

  const page = '/settings/notifications'
  const wants = { parent: 'a', changes: 'on', by_email: 'on', reminder_at: '' }
  t.equal((await alex.post(page, wants)).status, 302)
  t.equal((await robin.post(page, { ...wants, parent: 'b' })).status, 302)

  const tonight = (await (await robin.get('/api/tonight')).json()) as { name: string }
  const [, assignment_id = ''] = /night=(\d+)/.exec(await (await robin.get('/')).text()) ?? []
  const changed = performance.now()
  const to = tonight.name === 'Alex' ? 'b' : 'a'
  await robin.post('/nights/give', { assignment_id, to })
  await waitFor('the e-mail', async () => mails.length > 0)
  const seconds = (performance.now() - changed) / 1000
  t.ok(seconds < 10, `${seconds.toFixed(1)} s`)
  t.same(
    mails.map(mail => mail.to),
    [['alex@example.com']],
    'Robin made the change',
  )
  const { text = '' } = mails[0] ?? {}
  t.match(text, /^Subject: .+/m)
  t.match(text, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')

  await t.test('one press stops the e-mails', async t => {
    const [, path = ''] =
      /^List-Unsubscribe:\s*<https?:\/\/[^/]+([^>]+)>/m.exec(text.replace(/\r\n(?=\s)/g, '')) ?? []
    const pressed = await fetch(publicUrl + path, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      headers: { origin: 'https://mail.example.com' },
    })
    t.equal(pressed.status, 200)
    t.notMatch(await (await alex.get(page)).text(), /name="by_email" value="on" checked/)
  })
})
