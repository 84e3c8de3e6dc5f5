import { startInbox } from '@night-routine/servers/receivers'
import t from 'tap'
import { launchChromium, listeningWeb } from '../../listening-web.ts'

t.test('a web app at another address can press the buttons of a message', async t => {
  const browser = await launchChromium(t)
  const { origin } = await listeningWeb(t)
  const app = await startInbox(t, response => response.end('<title>ntfy</title>'))
  const page = await browser.newPage()
  await page.goto(app.url)
  const press = (path: string) =>
    page.evaluate<number>(`fetch(${JSON.stringify(origin + path)}, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'answer=accept',
    }).then(answer => answer.status)`)
  t.equal(await press('/asks/link?token=x'), 404, 'it reads the status')
  t.equal(await press('/unsubscribe?token=x'), 404)
  await t.rejects(press('/asks/answer'), /Failed to fetch/, 'and none of other requests')
})
