import {
  readNotificationSettings,
  readPushSubscriptions,
} from '@night-routine/database/notifications'
import { readParentsByEmail } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import { Browser } from '../browser.ts'
import { buildWeb, runWeb } from '../running-web.ts'

const page = '/you'
const alex = 'alex@example.com'
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const device = (name: string) => ({
  endpoint: `https://push.example.com/${name}`,
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'),
  auth: Buffer.alloc(16, 2).toString('base64url'),
})

async function open(t: Test) {
  const web = await runWeb(t, { SMTP_URL: 'smtp+plain://127.0.0.1:1' })
  const [desk, robin] = [new Browser(web), new Browser(web)]
  await desk.signIn(alex)
  await robin.signIn('robin@example.com')
  return {
    web,
    desk,
    robin,
    shown: async () => (await desk.get(page)).body,
    settings: () => readNotificationSettings(web.db, alex),
    known: async () => (await readPushSubscriptions(web.db)).map(({ endpoint }) => endpoint),
  }
}

t.test('a person says who they are, and what they want to hear about', async t => {
  const { web, desk, robin, shown, settings } = await open(t)
  const script = { accept: 'application/json' }
  const before = await shown()
  t.match(before, 'By e-mail to alex@example.com')
  t.match(before, /name="parent" value="none" checked/)
  t.match(before, /name="reminder_at" value="18:30"/)
  t.match(before, 'No device gets push messages yet.')

  const refused = await desk.post(page, { changes: 'on', by_email: 'on' }, script)
  t.equal(refused.statusCode, 400, 'a switch saves at once, and says why it cannot')
  t.same(refused.json(), { error: 'Say which parent you are.', field: 'parent' })
  const { statusCode, body } = await desk.post(page, { reminder: 'on', reminder_at: '' })
  t.equal(statusCode, 400)
  t.match(body, /role="alert"[^]*Say which parent you are[^]*Enter a time[^]*Choose how/)
  t.match(body, 'aria-invalid="true"')
  t.match(body, /name="reminder" value="on" checked/, 'what was typed stays')
  t.match(await settings(), { reminderAt: null, changes: false })

  await desk.post(`${page}/parent`, { parent: 'b' })
  t.match(await shown(), 'Saved.')
  desk.cookies.delete('notice')
  const switched = await desk.post(page, { changes: 'on', by_email: 'on' }, script)
  t.equal(switched.statusCode, 204)
  t.notOk(desk.cookies.has('notice'), 'the script says it')
  t.match(await settings(), { changes: true, channels: ['email'] })
  const form = { parent: 'a', reminder: 'on', reminder_at: '17:45', by_email: 'on' }
  const quiet = { quiet_from: '21:00', quiet_to: '07:00' }
  const saved = await desk.post(page, { ...form, ...quiet })
  t.same([saved.statusCode, saved.headers.location], [302, page])
  const stored = await settings()
  t.match(stored, { changes: false, channels: ['email'] })
  t.equal(stored.reminderAt?.toString(), '17:45:00')
  const after = await shown()
  t.match(after, /name="parent" value="a" checked/)
  t.match(after, '<h1>You, Alex</h1>')
  t.match(after, /id="quiet_from" name="quiet_from" value="21:00"/)
  await desk.post(page)
  t.equal((await readParentsByEmail(web.db)).get(alex), 'a', 'a form without it leaves it')
  t.match(await settings(), { reminderAt: null, changes: false, channels: [], quiet: null })

  await t.test('each in their own language', async t => {
    t.match(await shown(), '<option value="" selected>The household’s (English)')
    await desk.post(`${page}/language`, { language: 'fr' })
    const french = await shown()
    t.match(french, '<html lang="fr">')
    t.match(french, '<option value="fr" selected>Français')
    t.match((await robin.get('/')).body, '<html lang="en">')
    t.equal((await desk.post(`${page}/language`, { language: 'tlh' })).statusCode, 400)
    await desk.post(`${page}/language`, { language: '' })
    t.match(await shown(), '<html lang="en">')
  })

  await t.test('but not by e-mail without a mail server', async t => {
    const config = { ...web.config, SMTP_URL: undefined as never }
    const without = new Browser(await buildWeb(t, web.emulator, config))
    await without.signIn(alex)
    const { body: you } = await without.get(page)
    t.notMatch(you, 'by_email')
    t.match(you, 'E-mail isn’t set up yet.')
  })
})

const replaces = (name: string) => ({ replaces: device(name).endpoint })

t.test('the devices of a person', async t => {
  const { web, desk, robin, shown, settings, known } = await open(t)
  const { db } = web
  const add = (name: string) => desk.post(`${page}/devices`, device(name), { 'user-agent': agent })
  const renew = async (fields: Record<string, string>, browser = desk) =>
    browser.post(`${page}/devices/renew`, fields)

  await t.test('are added, listed, and removed by their person only', async t => {
    for (const wrong of [
      { ...device('1'), endpoint: 'http://push.example.com/1' },
      { ...device('1'), endpoint: `https://push.example.com/${'x'.repeat(2048)}` },
      { ...device('1'), p256dh: 'AAAA' },
      { endpoint: 'https://push.example.com/1' } as never,
    ])
      t.equal((await desk.post(`${page}/devices`, wrong)).statusCode, 400)
    const posted = { ...device('desk'), id: '99', unknown: 'field' }
    const added = await desk.post(`${page}/devices`, posted, { 'user-agent': agent })
    t.same([added.statusCode, added.headers.location], [302, page])
    const body = await shown()
    t.match(body, 'This device is ready. Say which parent you are')
    t.match(body, /<bdi>Firefox, Linux<\/bdi> <strong>this browser<\/strong>/)
    t.match(body, 'data-on')
    t.match(body, /name="by_push" value="on" checked/)
    t.notMatch((await robin.get(page)).body, 'Firefox, Linux')
    const [one] = await readPushSubscriptions(db)
    t.not(one?.id, 99n, 'a form sets no other column')
    const device_id = String(one?.id)
    await robin.post(`${page}/devices/remove`, { device_id })
    t.equal((await known()).length, 1, 'not of another person')
    const removed = await desk.post(`${page}/devices/remove`, { device_id })
    t.equal(removed.headers.location, `${page}#devices`)
    t.same(await known(), [])
    t.equal((await desk.post(`${page}/devices/remove`, { device_id })).statusCode, 302, 'twice')
    t.equal((await desk.post(`${page}/devices/remove`, { device_id: 'x' })).statusCode, 400)
    await desk.post(page, { parent: 'a', by_email: 'on' })
    await add('desk')
    t.match(await shown(), 'This device gets messages now.')
  })

  await t.test('a browser renews a subscription that is known, and turns nothing on', async t => {
    await desk.post(page, {})
    await desk.get(page)
    const [before] = await readPushSubscriptions(db)
    for (const [fields, browser] of [
      [{ ...device('stolen'), ...replaces('desk') }, robin],
      [{ ...device('new'), ...replaces('other') }, desk],
      [{ ...device('new'), ...replaces('desk') }, desk],
      [{ ...device('new'), ...replaces('new') }, desk],
    ] as const)
      t.equal((await renew(fields, browser)).statusCode, 204)
    t.same(await readPushSubscriptions(db), [{ ...before, ...device('new') }])
    t.match(await settings(), { channels: [] })
    const wrong = { ...device('x'), endpoint: 'http://push.example.com/1', ...replaces('new') }
    t.equal((await renew(wrong)).statusCode, 400)
    t.notOk(desk.cookies.has('notice'), 'and it says nothing')
  })

  await t.test('a browser that lost its subscription gets another, or is told', async t => {
    const asked = await renew({})
    t.same([asked.statusCode, Buffer.from(asked.body, 'base64url').length], [200, 65], 'the key')
    t.equal((await renew(device('second'))).statusCode, 204)
    t.equal((await renew({ lost: '1' }, robin)).statusCode, 204)
    t.same(await known(), [device('second').endpoint], 'another’s browser loses nothing')
    t.equal((await renew({ lost: '1' })).statusCode, 204)
    t.same(await known(), [])
    const body = await shown()
    t.match(body, 'This device no longer gets messages. Turn it on again under You.')
    t.notMatch(body, 'data-on', 'the button is there')
    for (const fields of [{}, { lost: '1' }, device('x'), { ...device('x'), ...replaces('y') }])
      t.match(await renew(fields), { statusCode: 204, body: '' }, 'nothing is on here')
    await add('third')
    await add('fourth')
    t.same(await known(), [device('fourth').endpoint], 'a browser has one')
  })

  await t.test('signing out ends the messages of this one, and what it kept', async t => {
    const phone = new Browser(web)
    await phone.signIn(alex)
    await phone.post(`${page}/devices`, device('phone'))
    await desk.signIn(alex)
    t.equal((await known()).length, 2, 'signing in again keeps them')
    const { headers } = await desk.post('/sign-out')
    t.equal(headers['clear-site-data'], '"storage"')
    t.same(await known(), [device('phone').endpoint])
    await desk.signIn(alex)
  })

  const wants = async () =>
    (await db.selectFrom('notification_settings').select('email').execute()).map(
      ({ email }) => email,
    )

  await t.test('a person who was taken off the list gets no more messages', async t => {
    await desk.post(page, { parent: 'a', changes: 'on', by_email: 'on' })
    await robin.post(page, { parent: 'b', changes: 'on', by_email: 'on' })
    await robin.post(`${page}/devices`, device('robin'))
    const restart = async (...ALLOWED_EMAILS: string[]) =>
      (await buildWeb(t, web.emulator, { ...web.config, ALLOWED_EMAILS })).service.close()
    await restart('robin@example.com', 'a mistake')
    t.equal((await wants()).length, 2, 'a list that cannot be read ends nothing')
    await restart('robin@example.com')
    t.same([await wants(), await known()], [['robin@example.com'], [device('robin').endpoint]])
  })
})
