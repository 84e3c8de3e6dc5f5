import t from 'tap'
import { Browser } from '../browser.ts'
import { runWeb } from '../running-web.ts'

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

t.test(
  'of fifty tabs the last five can finish, and none gets an answer without advice',
  async t => {
    const web = await runWeb(t)
    for (const atOnce of [false, true]) {
      const browser = new Browser(web)
      const start = async () => browser.consent({ email: 'alex@example.com' })
      const backs: string[] = []
      if (atOnce) backs.push(...(await Promise.all(Array.from({ length: 50 }, start))))
      else for (let tab = 0; tab < 50; tab += 1) backs.push(await start())
      const kept = [...browser.cookies].map(pair => pair.join('=')).join('; ')
      t.ok(kept.length < 4_000, `${kept.length} characters of cookies`)
      const statuses = []
      for (const back of backs) {
        const { statusCode, body } = await browser.get(back)
        statuses.push(statusCode)
        if (statusCode !== 302) t.match(body, 'href="/auth"', 'with the way to start again')
      }
      const finished = statuses.filter(status => status === 302).length
      if (!atOnce)
        t.same(
          statuses.slice(-5),
          Array.from({ length: 5 }, () => 302),
        )
      t.ok(finished >= 1 && finished <= 5, `${finished} of 50 finish`)
      t.equal(statuses.filter(status => status === 400).length, 50 - finished)
    }
  },
)
