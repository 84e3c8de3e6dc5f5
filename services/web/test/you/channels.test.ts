import { setTimeout as sleep } from 'node:timers/promises'
import { parseSecretKeys } from '@night-routine/database/connection'
import { claimJob, finishJob } from '@night-routine/database/jobs'
import {
  claimDeliveries,
  endDeliveries,
  readPersonChannels,
} from '@night-routine/database/notifications'
import t, { type Test } from 'tap'
import { Browser } from '../browser.ts'
import { buildWeb, runWeb, type RunningWeb } from '../running-web.ts'

const alex = 'alex@example.com'
const form = '/you/channels/apprise'
const address = 'gotify://gotify.example.org/secret-of-alex'
const channels = { SMTP_URL: 'smtp+plain://127.0.0.1:1', APPRISE_URL: 'http://127.0.0.1:1' }

async function open(t: Test, patience = { timeoutMs: 0 }) {
  const web = await runWeb(t, channels, patience)
  const desk = new Browser(web)
  await desk.signIn(alex)
  return { web, desk, page: async () => (await desk.get('/you')).body }
}

/** What is stored, by person and channel. */
async function stored({ db, config }: RunningWeb) {
  const all = await readPersonChannels(db, parseSecretKeys(config.SECRET_KEYS))
  return Object.fromEntries(
    all.map(({ email, channel, values }) => [`${email} ${channel}`, values]),
  )
}

/** The line of a channel on the page, without its tags. */
function lineOf(body: string, name: string): string {
  const [, section = ''] = /<section id="channels"([^]*?)<\/section>/.exec(body) ?? []
  const line = section.split('</li>').find(one => one.includes(`<span>${name}`)) ?? ''
  return line.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

t.test('a person fills in a way to get messages', async t => {
  const { web, desk, page } = await open(t)

  await t.test('changes it, and removes it', async t => {
    t.match(lineOf(await page(), 'Other apps'), 'Set up Other apps, by Apprise')
    t.notMatch(await page(), 'by_apprise', 'nothing to switch on yet')
    const empty = (await desk.get(form)).body
    t.match(empty, '<h1>Other apps, by Apprise</h1>')
    t.notMatch(empty, `${form}/remove`)
    const saved = await desk.act(form, { urls: `  ${address}\r\n`, more: 'x' })
    t.same([saved.statusCode, saved.headers.location], [302, '/you#channels'])
    t.same(await stored(web), { [`${alex} apprise`]: { urls: address } })
    const body = await page()
    t.match(body, 'Saved. Messages also come this way now.')
    t.match(body, /name="by_apprise" value="on" checked/)
    t.notMatch(body, 'secret-of-alex')
    t.match(lineOf(body, 'Other apps'), /Change Other apps.*Send a test/)
    t.match((await desk.get(form)).body, `>${address}</textarea>`)
    const removed = await desk.act(`${form}/remove`)
    t.same([removed.statusCode, removed.headers.location], [302, '/you#channels'])
    t.same(await stored(web), {})
    t.match(await page(), 'Removed.')
    t.equal((await desk.act(`${form}/remove`)).statusCode, 302, 'twice')
  })

  await t.test('and a form with a fault keeps what was typed, and what was stored', async t => {
    await desk.act(form, { urls: address })
    const before = await stored(web)
    const { statusCode, body } = await desk.act(form, { urls: '<gotify> & host' })
    t.equal(statusCode, 400)
    t.match(body, /aria-describedby="urls-hint urls-fault" aria-invalid="true" autofocus>/)
    t.match(body, /id="urls-fault">[^<]*Enter Apprise addresses/)
    t.match(body, '>&lt;gotify&gt; &amp; host</textarea>')
    t.match(body, `${form}/remove`, 'the one that is stored can be removed')
    const topic = { server: 'https://ntfy.sh', topic: 'a-topic' }
    for (const [id, values, said] of [
      ['apprise', { urls: `json://${'x'.repeat(2000)}` }, '2,000 letters together'],
      ['apprise', { urls: '   ' }, 'Fill this in.'],
      ['ntfy', { ...topic, server: 'ntfy' }, 'Enter a web address, such as https://ntfy.sh.'],
      ['ntfy', { ...topic, server: 'http://ntfy.sh' }, 'Use an https address.'],
      ['ntfy', { ...topic, server: 'http://192.168.1.5' }, 'That address is in a private network.'],
      ['ntfy', { ...topic, topic: 'a topic' }, 'Use 1 to 64 letters, digits, hyphens'],
      ['ntfy', { ...topic, token: 'two words' }, 'Copy the access token as ntfy shows it'],
      ['webhook', { url: 'https://user:secret@example.org' }, 'Enter a web address'],
      ['webhook', { url: 'https://example.org', secret: 'short' }, 'Copy the whole secret: whsec_'],
    ] as const) {
      const refused = await desk.act(`/you/channels/${id}`, values)
      t.equal(refused.statusCode, 400, said)
      t.match(refused.body, new RegExp(`-fault">[^<]*${said}`))
    }
    t.equal((await desk.act(form)).statusCode, 400, 'without the field')
    t.match((await desk.get('/you/channels/ntfy')).body, 'Subscribe to the topic below')
    t.match((await desk.get('/you/channels/webhook')).body, 'Each message goes to your address')
    t.same(await stored(web), before)
  })

  await t.test('that no one else sees or touches', async t => {
    const robin = new Browser(web)
    await robin.signIn('robin@example.com')
    t.notMatch((await robin.get(form)).body, 'secret-of-alex')
    await robin.act(form, { urls: 'json://robin' })
    t.equal(Object.keys(await stored(web)).length, 2)
    await robin.act(`${form}/remove`)
    t.same(await stored(web), { [`${alex} apprise`]: { urls: address } })
    const stranger = new Browser(web)
    for (const path of ['', '/remove', '/test'])
      t.not((await stranger.post(form + path)).headers.location, '/you#channels')
  })

  await t.test('tests it, if there is something to test, and waits for the worker', async t => {
    await desk.post('/you/channels/push/test')
    t.match(await page(), 'No device gets push messages yet.')
    await desk.post('/you/channels/email/test')
    t.match(await page(), 'The test message is on its way.')
    const planned = await web.db.selectFrom('notification_deliveries').selectAll().execute()
    t.match(planned, [{ email: alex, kind: 'test', channel: 'email', state: 'waiting' }])
  })

  await t.test('and again, after the key was lost; not one that is not set up here', async t => {
    const SECRET_KEYS = [Buffer.alloc(32, 9).toString('base64')]
    const after = await buildWeb(t, web.emulator, { ...web.config, SECRET_KEYS })
    const again = new Browser(after)
    await again.signIn(alex)
    const { body } = await again.get('/you')
    t.match(lineOf(body, 'Other apps'), 'Set up Other apps')
    t.notMatch((await again.get(form)).body, 'secret-of-alex')
    await again.act(form, { urls: 'json://again' })
    t.same(await stored(after), { [`${alex} apprise`]: { urls: 'json://again' } })
    const config = { ...after.config, APPRISE_URL: undefined as never }
    const without = new Browser(await buildWeb(t, web.emulator, config))
    await without.signIn(alex)
    t.equal(lineOf((await without.get('/you')).body, 'Other apps'), '')
    for (const id of ['apprise', 'email', 'pigeon', 'constructor'])
      for (const answer of [
        await without.get(`/you/channels/${id}`),
        await without.act(`/you/channels/${id}`, { urls: address }),
        await without.act(`/you/channels/${id}/remove`),
      ]) {
        t.equal(answer.statusCode, 404, id)
        t.match(answer.body, 'There’s no such way to get messages here.')
      }
  })
})

t.test('a test message says on the page that it was sent, or why not', async t => {
  const { web, desk, page } = await open(t, { timeoutMs: 30_000 })
  const { db, clock } = web
  const stop = new AbortController()
  let error: string | null = null
  // Records every message as the worker would that sent it, or could not.
  const working = (async () => {
    while (!stop.signal.aborted) {
      const claim = await claimJob(db, 'notify', { leaseSeconds: 30 })
      if (claim) {
        const now = clock.now()
        const found = await claimDeliveries(db, { now, leaseSeconds: 30 })
        const state = error === null ? 'sent' : 'failed'
        if (found.length > 0) await endDeliveries(db, found, { state, error, now })
        await finishJob(db, claim)
      }
      await sleep(20)
    }
  })()
  t.teardown(async () => {
    stop.abort()
    await working
  })
  await desk.act(form, { urls: address })
  const { statusCode, headers } = await desk.post(`${form}/test`)
  t.same([statusCode, headers.location], [302, '/you#channels'])
  const sent = await page()
  t.match(sent, 'The test message was sent.')
  t.match(lineOf(sent, 'Other apps'), 'last message just now Change')
  t.notMatch(lineOf(sent, 'E-mail'), 'last message')
  error = 'apprise-unknown-service'
  await desk.post(`${form}/test`)
  const failed = await page()
  t.match(failed, 'The test message didn’t get through. The reason is below.')
  t.match(lineOf(failed, 'Other apps'), 'last message just now: Apprise doesn’t know one of')
  t.match(failed, /<span class="fine fault">last message/)
})
