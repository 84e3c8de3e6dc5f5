import { deleteSession } from '@night-routine/database/people'
import t from 'tap'
import { sync } from '../../../src/nights/home/sync.ts'
import { tokenHash } from '../../../src/plugins/session.ts'
import { Browser } from '../../browser.ts'
import { alex } from '../../demo-household.ts'
import { runWeb } from '../../running-web.ts'

t.test('serves the status over HTTP', async t => {
  const web = await runWeb(t)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const address = await web.service.listen({ host: '127.0.0.1', port: 0 })
  const session = browser.cookies.get('session') ?? ''
  const plan = () => sync({ ...web, lockingDb: web.db, wake: async () => {} }, alex)

  async function open() {
    const answer = await fetch(`${address}/status/events`, {
      headers: { cookie: `session=${session}` },
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    /** Everything up to and with the next message; undefined where the stream has ended. */
    async function next(): Promise<string | undefined> {
      for (;;) {
        const found = /data: (?<data>.+)\n\n/.exec(text)
        if (found) {
          text = text.slice(found.index + found[0].length)
          const { revision } = JSON.parse(found.groups?.['data'] ?? '') as { revision: string }
          return revision
        }
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done || value === undefined) return undefined
        text += value
      }
    }
    return { answer, next }
  }

  const status = async () =>
    JSON.parse((await browser.get('/status')).body) as { revision: string; text: string }

  await t.test('the JSON, the stream and the page tell the same revision', async t => {
    const { answer, next } = await open()
    t.equal(answer.status, 200)
    t.match(answer.headers.get('content-type'), 'text/event-stream')
    t.equal(answer.headers.get('cache-control'), 'no-store')
    const { revision, text } = await status()
    t.equal(await next(), revision)
    t.match((await browser.get('/')).body, `data-revision="${revision}"`)
    t.match(text, 'No calendar is selected yet.')
  })

  await t.test('the stream sends a change', async t => {
    const { next } = await open()
    const before = await next()
    await plan()
    const after = await next()
    t.not(after, before)
    t.equal((await status()).revision, after)
  })

  await t.test('signing out elsewhere ends the stream', async t => {
    const { next } = await open()
    await next()
    await deleteSession(web.db, tokenHash(session))
    t.equal(await next(), undefined)
    t.equal((await open()).answer.status, 401)
  })

  await t.test('closing the service ends the streams', async t => {
    await browser.signIn('alex@example.com')
    const cookie = `session=${browser.cookies.get('session')}`
    const answer = await fetch(`${address}/status/events`, { headers: { cookie } })
    const read = answer.text()
    await web.service.close()
    t.match(await read, 'retry: 3000')
  })
})
