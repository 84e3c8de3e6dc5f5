import { readToken } from '@night-routine/database/calendar'
import { parseSecretKeys } from '@night-routine/database/connection'
import t from 'tap'
import { Browser } from './browser.ts'
import { buildWeb, runWeb } from './running-web.ts'
import { selectFamily } from './selected-calendar.ts'

const pages = ['/', '/calendars', '/statistics', '/settings', '/history', '/status']
const otherKey = Buffer.alloc(32, 9).toString('base64')

t.test('a household whose keys change', async t => {
  const before = await runWeb(t)
  const { db, config, emulator } = before
  const browser = new Browser(before)
  await browser.signIn('alex@example.com')

  await t.test('adding a new first key changes nothing for people', async t => {
    const SECRET_KEYS = [otherKey, ...config.SECRET_KEYS]
    const web = await buildWeb(t, emulator, { ...config, SECRET_KEYS })
    const again = new Browser(web)
    for (const [name, value] of browser.cookies) again.cookies.set(name, value)
    const { statusCode, body } = await again.get('/calendars')
    t.equal(statusCode, 200)
    t.match(body, 'value="family"')
  })

  await t.test(
    'with a lost key every page works and asks to reconnect, which fixes it',
    async t => {
      await selectFamily(db)
      for (const page of pages) t.notMatch((await browser.get(page)).body, 'Reconnect Google', page)

      const web = await buildWeb(t, emulator, { ...config, SECRET_KEYS: [otherKey] })
      const again = new Browser(web)
      for (const [name, value] of browser.cookies) again.cookies.set(name, value)
      for (const page of pages) {
        const { statusCode, body } = await again.get(page)
        t.equal(statusCode, 200, page)
        if (page !== '/status') t.match(body, 'Reconnect Google', page)
      }
      t.equal((await again.post('/sync')).statusCode, 302, 'the plan is made without it')
      t.match((await again.get('/')).body, 'until someone reconnects Google')
      t.ok(web.log.some(line => line.includes('"level":"info"')))
      t.same(
        web.log.filter(line => /"level":"(error|fatal)"/.test(line)),
        [],
      )

      await again.signIn('alex@example.com', '/auth?intent=reconnect')
      t.notMatch((await again.get('/')).body, 'Reconnect Google')
      const token = await readToken(db, parseSecretKeys([otherKey]))
      t.equal(token?.accountEmail, 'alex@example.com')
      t.equal(token?.broken, null)
    },
  )
})
