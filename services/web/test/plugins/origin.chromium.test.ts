import t from 'tap'
import { launchChromium, listeningWeb, openPage } from '../listening-web.ts'

t.test('a form works behind a proxy whose pages send no referrer', async t => {
  const listening = await listeningWeb(t)
  const { origin, web } = listening
  const sent: (string | undefined)[] = []
  web.service.server.prependListener('request', ({ method, headers }, answer) => {
    if (method === 'POST') sent.push(headers.origin)
    // As the proxy replaces the header.
    const write = answer.writeHead.bind(answer)
    Object.assign(answer, {
      writeHead: (status: number, given: object) =>
        write(status, { ...given, 'referrer-policy': 'no-referrer' }),
    })
  })
  const { page } = await openPage(await launchChromium(t), listening, { javaScriptEnabled: false })
  await page.goto(`${origin}/you`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${origin}/`)
  t.same(sent, ['null'], 'the browser hides where the form comes from')
  const left = await web.db.selectFrom('sessions').select('email').execute()
  t.same(left, [{ email: 'robin@example.com' }], 'the session has ended')
})
