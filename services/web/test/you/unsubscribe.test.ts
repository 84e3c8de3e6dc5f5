import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '@night-routine/database/notifications'
import { bindMember } from '@night-routine/database/people'
import { unsubscribePath } from '@night-routine/notifications'
import t, { type Test } from 'tap'
import { runWeb } from '../running-web.ts'

const email = 'alex@example.com'

async function open(t: Test) {
  const web = await runWeb(t)
  await bindMember(web.db, email, 'alex')
  await transaction(web.db, trx =>
    saveNotificationSettings(trx, email, {
      reminderAt: null,
      changes: true,
      channels: ['email', 'push'],
      quiet: null,
    }),
  )
  const keys = parseSecretKeys(web.config.SECRET_KEYS)
  const read = async () => (await readNotificationSettings(web.db, email)).channels
  return {
    web,
    read,
    path: (channel: 'push' | 'email') => unsubscribePath(keys, { email, channel }),
  }
}

t.test('a link asks, and changes nothing: mail programs open links themselves', async t => {
  const { web, read, path } = await open(t)
  const { statusCode, headers, body } = await web.service.inject(path('email'))
  t.equal(statusCode, 200)
  t.match(body, 'Stop these messages: E-mail?')
  t.match(headers, { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' })
  t.notMatch(body, email)
  t.same(await read(), ['email', 'push'])
  const [, action = ''] = /action="([^"]+)"/.exec(body) ?? []
  await web.service.inject({ method: 'POST', url: action.replaceAll('&#x3D;', '=') })
  t.same(await read(), ['push'])
})

t.test(
  'a POST from a mail program turns messages off, from any site and in both types of form',
  async t => {
    const { web, read, path } = await open(t)
    const press = (url: string, type: string, payload: string) =>
      web.service.inject({
        method: 'POST',
        url,
        payload,
        headers: {
          origin: 'https://mail.example.com',
          'sec-fetch-site': 'cross-site',
          'content-type': type,
        },
      })
    const text = 'List-Unsubscribe=One-Click'
    const first = await press(path('push'), 'application/x-www-form-urlencoded', text)
    t.equal(first.statusCode, 200)
    t.match(first.body, 'Done.')
    t.same(await read(), ['email'])
    const parts = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--`
    const second = await press(path('email'), 'multipart/form-data; boundary=x', parts)
    t.equal(second.statusCode, 200)
    t.same(await read(), [])
    t.equal((await press(path('email'), 'text/plain', '')).statusCode, 200, 'again is as good')
  },
)

t.test('a forged, foreign or missing token turns nothing off', async t => {
  const { web, read } = await open(t)
  const other = unsubscribePath(parseSecretKeys(['ab'.repeat(32)]), { email, channel: 'email' })
  for (const method of ['GET', 'POST'] as const) {
    for (const url of [other, '/unsubscribe?token=x', '/unsubscribe?token='])
      t.equal((await web.service.inject({ method, url })).statusCode, 404, `${method} ${url}`)
    t.equal((await web.service.inject({ method, url: '/unsubscribe' })).statusCode, 400)
  }
  t.same(await read(), ['email', 'push'])
  t.notMatch(web.log.join('\n'), /token=[\w-]{8}/, 'the token is not in the log')
})
