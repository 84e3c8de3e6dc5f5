import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '@night-routine/database/notifications'
import { bindMember } from '@night-routine/database/people'
import { unsubscribePath } from '@night-routine/notifications'
import t from 'tap'
import { runWeb } from '../running-web.ts'

const email = 'alex@example.com'

t.test('the link to unsubscribe', async t => {
  const web = await runWeb(t)
  const { db, service } = web
  await bindMember(db, email, 'alex')
  const wanted = { reminderAt: null, changes: true, channels: ['email', 'push'], quiet: null }
  const turnOn = () => transaction(db, trx => saveNotificationSettings(trx, email, wanted))
  await turnOn()
  const keys = parseSecretKeys(web.config.SECRET_KEYS)
  const path = (channel: 'push' | 'email') => unsubscribePath(keys, { email, channel })
  const read = async () => (await readNotificationSettings(db, email)).channels

  await t.test('turns nothing off if it is forged, foreign or missing', async t => {
    const other = unsubscribePath(parseSecretKeys(['ab'.repeat(32)]), { email, channel: 'email' })
    for (const method of ['GET', 'POST'] as const) {
      for (const url of [other, '/unsubscribe?token=x', '/unsubscribe?token='])
        t.equal((await service.inject({ method, url })).statusCode, 404, `${method} ${url}`)
      t.equal((await service.inject({ method, url: '/unsubscribe' })).statusCode, 400)
    }
    t.same(await read(), ['email', 'push'])
    t.notMatch(web.log.join('\n'), /token=[\w-]{8}/, 'the token is not in the log')
  })

  await t.test('asks, and changes nothing: mail programs open links themselves', async t => {
    const { statusCode, headers, body } = await service.inject(path('email'))
    t.equal(statusCode, 200)
    t.match(body, 'Stop these messages: E-mail?')
    t.match(headers, { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' })
    t.notMatch(body, email)
    t.same(await read(), ['email', 'push'])
    const [, action = ''] = /action="([^"]+)"/.exec(body) ?? []
    await service.inject({ method: 'POST', url: action.replaceAll('&#x3D;', '=') })
    t.same(await read(), ['push'])
  })

  await t.test('turns messages off by a POST from any site, in both types of form', async t => {
    await turnOn()
    const text = 'List-Unsubscribe=One-Click'
    const parts = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--`
    for (const [channel, type, payload, left] of [
      ['push', 'application/x-www-form-urlencoded', text, ['email']],
      ['email', 'multipart/form-data; boundary=x', parts, []],
      ['email', 'text/plain', '', []],
    ] as const) {
      const site = { origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' }
      const headers = { ...site, 'content-type': type }
      const answer = await service.inject({ method: 'POST', url: path(channel), payload, headers })
      t.equal(answer.statusCode, 200, type)
      t.match(answer.body, 'Done.')
      t.same(await read(), left)
    }
  })
})
