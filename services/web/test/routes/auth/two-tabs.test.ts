import t from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'

t.test('two tabs of one browser can both finish their sign-in, in either order', async t => {
  const web = await runWeb(t)
  for (const reversed of [false, true]) {
    const browser = new Browser(web)
    const one = await browser.consent({ email: 'alex@example.com' })
    const other = await browser.consent({ email: 'alex@example.com' })
    for (const back of reversed ? [other, one] : [one, other]) {
      const { statusCode, headers } = await browser.get(back)
      t.equal(statusCode, 302)
      t.equal(headers.location, '/calendars')
    }
  }
})
