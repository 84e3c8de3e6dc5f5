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
const settings = { SMTP_URL: 'smtp+plain://127.0.0.1:1', APPRISE_URL: 'http://127.0.0.1:1' }
const patient = { timeoutMs: 30_000 }

async function open(t: Test, more: Parameters<typeof runWeb>[1] = {}, patience = {}) {
  const web = await runWeb(t, { ...settings, ...more }, { timeoutMs: 0, ...patience })
  const signIn = async (email: string) => {
    const browser = new Browser(web)
    await browser.signIn(email)
    return browser
  }
  return { web, signIn, desk: await signIn(alex) }
}

/** What is stored, by person and channel. */
async function stored({ db, config }: RunningWeb) {
  const all = await readPersonChannels(db, parseSecretKeys(config.SECRET_KEYS))
  return Object.fromEntries(
    all.map(({ email, channel, isOn, values }) => [`${email} ${channel}`, { isOn, values }]),
  )
}

/** The line of a channel on the page, without its tags. */
function lineOf(body: string, name: string): string {
  const [, section = ''] = /<section id="channels"([^]*?)<\/section>/.exec(body) ?? []
  const line = section.split('</li>').find(one => one.includes(`<span>${name}`)) ?? ''
  return line.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

/** Records every message as the worker would that sent it, or could not. */
function startWorker(t: Test, { db, clock }: RunningWeb, error: string | null) {
  const stop = new AbortController()
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
}

t.test('a person fills in a way, changes it, and removes it', async t => {
  const { web, desk } = await open(t)
  t.match(lineOf((await desk.get('/you')).body, 'Other apps'), 'Set up Other apps, by Apprise')
  t.notMatch((await desk.get('/you')).body, 'by_apprise', 'nothing to switch on yet')
  const empty = await desk.get(form)
  t.equal(empty.statusCode, 200)
  t.match(empty.body, '<h1>Other apps, by Apprise</h1>')
  t.notMatch(empty.body, `${form}/remove`)

  const saved = await desk.act(form, { urls: `  ${address}\r\n`, more: 'x' })
  t.same([saved.statusCode, saved.headers.location], [302, '/you#channels'])
  const mine = { isOn: true, values: { urls: address } }
  t.same(await stored(web), { [`${alex} apprise`]: mine })
  const { body } = await desk.get('/you')
  t.match(body, 'Saved. Messages also come this way now.')
  t.match(body, /name="by_apprise" value="on" checked/)
  t.notMatch(body, 'secret-of-alex')
  t.match(lineOf(body, 'Other apps'), /Change Other apps.*Send a test/)
  t.match((await desk.get(form)).body, `>${address}</textarea>`)

  await desk.act(form, { urls: 'ntfys://host/topic' })
  t.match((await stored(web))[`${alex} apprise`], { values: { urls: 'ntfys://host/topic' } })
  const removed = await desk.act(`${form}/remove`)
  t.same([removed.statusCode, removed.headers.location], [302, '/you#channels'])
  t.same(await stored(web), {})
  t.match((await desk.get('/you')).body, 'Removed.')
  t.equal((await desk.act(`${form}/remove`)).statusCode, 302, 'twice')
})

t.test('a form with a fault keeps what was typed, and what was stored', async t => {
  const { web, desk } = await open(t)
  await desk.act(form, { urls: address })
  const before = await stored(web)
  for (const [typed, said] of [
    ['<gotify> & host', 'Enter Apprise addresses'],
    [`json://${'x'.repeat(2000)}`, '2,000 letters together'],
    ['   ', 'Fill this in.'],
  ] as const) {
    const { statusCode, body } = await desk.act(form, { urls: typed })
    t.equal(statusCode, 400)
    t.match(body, /aria-describedby="urls-hint urls-fault" aria-invalid="true" autofocus>/)
    t.match(body, new RegExp(`id="urls-fault">[^<]*${said}`))
    const kept = typed.trim().replace('<', '&lt;').replace('>', '&gt;').replace('&', '&')
    t.match(body.replaceAll('&amp;', '&'), `>${kept}</textarea>`)
    t.match(body, `${form}/remove`, 'the one that is stored can be removed')
  }
  t.equal((await desk.act(form)).statusCode, 400, 'without the field')
  t.equal((await desk.act(form, { urls: 'x'.repeat(5000) })).statusCode, 400)
  const twice = new URLSearchParams([
    ['urls', address],
    ['urls', 'json://host'],
  ])
  t.equal((await desk.act(form, twice)).statusCode, 400)
  t.same(await stored(web), before)
})

t.test('each form says what a value has to look like', async t => {
  const { web, desk } = await open(t)
  const topic = { server: 'https://ntfy.sh', topic: 'a-topic' }
  const fields = [
    ['ntfy', { ...topic, server: 'ntfy' }, 'Enter a web address, such as https://ntfy.sh.'],
    ['ntfy', { ...topic, server: 'http://ntfy.sh' }, 'Use an https address.'],
    ['ntfy', { ...topic, server: 'http://192.168.1.5' }, 'That address is in a private network.'],
    ['ntfy', { ...topic, topic: 'a topic' }, 'Use 1 to 64 letters, digits, hyphens'],
    ['ntfy', { ...topic, token: 'two words' }, 'Copy the access token as ntfy shows it'],
    ['webhook', { url: 'https://user:secret@example.org' }, 'Enter a web address'],
    ['webhook', { url: 'https://example.org', secret: 'short' }, 'Copy the whole secret: whsec_'],
  ] as const
  for (const [id, values, said] of fields) {
    const { statusCode, body } = await desk.act(`/you/channels/${id}`, values)
    t.equal(statusCode, 400, said)
    t.match(body, new RegExp(`-fault">${said}`))
  }
  t.same(await stored(web), {})
  for (const [id, said] of [
    ['ntfy', 'Subscribe to the topic below in the ntfy app.'],
    ['webhook', 'Each message goes to your address as JSON.'],
  ] as const) {
    const { statusCode, body } = await desk.get(`/you/channels/${id}`)
    t.equal(statusCode, 200, id)
    t.match(body, said)
  }
})

t.test('no one sees or touches the ways of another person', async t => {
  const { web, desk, signIn } = await open(t)
  const robin = await signIn('robin@example.com')
  await desk.act(form, { urls: address })
  t.notMatch((await robin.get(form)).body, 'secret-of-alex')
  await robin.act(form, { urls: 'json://robin' })
  const both = await stored(web)
  t.same(Object.keys(both), [`${alex} apprise`, 'robin@example.com apprise'])
  await robin.act(`${form}/remove`)
  t.same(await stored(web), { [`${alex} apprise`]: both[`${alex} apprise`] })
  const stranger = new Browser(web)
  for (const path of ['', '/remove', '/test'])
    t.not((await stranger.post(form + path)).headers.location, '/you#channels')
  t.same(await stored(web), { [`${alex} apprise`]: both[`${alex} apprise`] })
})

t.test('a way that is not set up here, and one without a form, are not found', async t => {
  const { web, desk } = await open(t, { APPRISE_URL: undefined as never })
  t.equal(lineOf((await desk.get('/you')).body, 'Other apps'), '')
  const unknown = 'There’s no such way to get messages here.'
  for (const id of ['apprise', 'email', 'pigeon', 'constructor']) {
    const at = `/you/channels/${id}`
    for (const answer of [
      await desk.get(at),
      await desk.act(at, { urls: address }),
      await desk.act(`${at}/remove`),
      ...(id === 'email' ? [] : [await desk.post(`${at}/test`)]),
    ]) {
      t.equal(answer.statusCode, 404, id)
      t.match(answer.body, unknown)
    }
  }
  t.same(await stored(web), {})
})

t.test('a test message that was sent says so on the page', async t => {
  const { web, desk } = await open(t, {}, patient)
  startWorker(t, web, null)
  await desk.act(form, { urls: address })
  const { statusCode, headers } = await desk.post(`${form}/test`)
  t.same([statusCode, headers.location], [302, '/you#channels'])
  const { body } = await desk.get('/you')
  t.match(body, 'The test message was sent.')
  t.match(lineOf(body, 'Other apps'), 'last message just now Change')
  t.notMatch(lineOf(body, 'E-mail'), 'last message')
})

t.test('a test message that failed says why on the page', async t => {
  const { web, desk } = await open(t, {}, patient)
  startWorker(t, web, 'apprise-unknown-service')
  await desk.act(form, { urls: address })
  await desk.post(`${form}/test`)
  const { body } = await desk.get('/you')
  t.match(body, 'The test message didn’t get through. The reason is below.')
  t.match(lineOf(body, 'Other apps'), 'last message just now: Apprise doesn’t know one of')
  t.match(body, /<span class="fine fault">last message/)
})

t.test('a test message waits for a worker that is away', async t => {
  const { web, desk } = await open(t)
  await desk.post('/you/channels/email/test')
  t.match((await desk.get('/you')).body, 'The test message is on its way.')
  const planned = await web.db.selectFrom('notification_deliveries').selectAll().execute()
  t.match(planned, [{ email: alex, kind: 'test', channel: 'email', state: 'waiting' }])
})

t.test('there is nothing to test without a device, or before it is filled in', async t => {
  const { web, desk } = await open(t)
  for (const id of ['push', 'apprise']) {
    await desk.post(`/you/channels/${id}/test`)
    t.match((await desk.get('/you')).body, 'No device gets push messages yet.')
  }
  t.same(await web.db.selectFrom('notification_deliveries').selectAll().execute(), [])
})

t.test('what a lost key had sealed is filled in again', async t => {
  const { web, desk } = await open(t)
  await desk.act(form, { urls: address })
  const SECRET_KEYS = [Buffer.alloc(32, 9).toString('base64')]
  const after = await buildWeb(t, web.emulator, { ...web.config, SECRET_KEYS })
  const again = new Browser(after)
  await again.signIn(alex)
  const { statusCode, body } = await again.get('/you')
  t.equal(statusCode, 200)
  t.match(lineOf(body, 'Other apps'), 'Set up Other apps')
  t.notMatch(body, 'by_apprise')
  t.notMatch((await again.get(form)).body, 'secret-of-alex')
  await again.act(form, { urls: 'json://again' })
  t.match((await stored(after))[`${alex} apprise`], { values: { urls: 'json://again' } })
})
