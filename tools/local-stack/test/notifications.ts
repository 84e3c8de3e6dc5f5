import { waitFor } from '@night-routine/servers'
import type { Browser } from '@night-routine/servers/browser'
import type { ReceivedMail } from '@night-routine/servers/mail'
import type { Test } from 'tap'

const page = '/you'

/** Robin gives tonight away, and Alex gets an e-mail about it. */
export async function hearOfChanges(
  t: Test,
  { alex, robin, mails }: { alex: Browser; robin: Browser; mails: readonly ReceivedMail[] },
): Promise<void> {
  const wants = { parent: 'a', changes: 'on', by_email: 'on', reminder_at: '' }
  t.equal((await alex.post(page, wants)).status, 302)
  t.equal((await robin.post(page, { ...wants, parent: 'b' })).status, 302)

  const tonight = JSON.parse(await robin.page('/api/tonight')) as { name: string }
  const [, assignment_id = ''] = /night=(\d+)/.exec(await robin.page('/')) ?? []
  const changed = performance.now()
  const to = tonight.name === 'Alex' ? 'b' : 'a'
  await robin.post('/nights/give', { assignment_id, to })
  await waitFor('the e-mail', async () => mails.length > 0)
  const seconds = (performance.now() - changed) / 1000
  t.comment(`the e-mail came ${seconds.toFixed(1)} s after the change`)
  t.same(
    mails.map(mail => mail.to),
    [['alex@example.com']],
    'Robin made the change',
  )
  const { text = '' } = mails[0] ?? {}
  t.match(text, /^Subject: .+/m)
  t.match(text, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')
}

/** A mail program sends the request that its unsubscribe button stands for. */
export async function unsubscribe(
  t: Test,
  { alex, publicUrl, mails }: { alex: Browser; publicUrl: string; mails: readonly ReceivedMail[] },
): Promise<void> {
  const headers = (mails[0]?.text ?? '').replace(/\r\n(?=\s)/g, '')
  const [, path = ''] = /^List-Unsubscribe:\s*<https?:\/\/[^/]+([^>]+)>/m.exec(headers) ?? []
  const pressed = await fetch(publicUrl + path, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    headers: { origin: 'https://mail.example.com' },
  })
  t.equal(pressed.status, 200)
  t.notMatch(await alex.page(page), /name="by_email" value="on" checked/)
}
