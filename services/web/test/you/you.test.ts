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

async function open(t: Test, more: Parameters<typeof runWeb>[1] = {}) {
  const web = await runWeb(t, { SMTP_URL: 'smtp+plain://127.0.0.1:1', ...more })
  const signIn = async (email: string) => {
    const browser = new Browser(web)
    await browser.signIn(email)
    return browser
  }
  return { web, signIn, desk: await signIn(alex) }
}

t.test('a person says who they are, and what they want to hear about', async t => {
  const { web, desk } = await open(t)
  const { statusCode, body } = await desk.get(page)
  t.equal(statusCode, 200)
  t.match(body, 'By e-mail to alex@example.com')
  t.match(body, /name="parent" value="none" checked/)
  t.match(body, /name="reminder_at" value="18:30"/)
  t.match(body, 'No device gets push messages yet.')

  const form = { parent: 'a', reminder: 'on', reminder_at: '17:45', by_email: 'on' }
  const quiet = { quiet_from: '21:00', quiet_to: '07:00' }
  const saved = await desk.post(page, { ...form, ...quiet })
  t.same([saved.statusCode, saved.headers.location], [302, page])
  t.match((await desk.get(page)).body, 'Saved.')
  t.match(await readNotificationSettings(web.db, alex), {
    changes: false,
    channels: ['email'],
  })
  t.equal((await readNotificationSettings(web.db, alex)).reminderAt?.toString(), '17:45:00')
  t.equal((await readParentsByEmail(web.db)).get(alex), 'a')
  const shown = (await desk.get(page)).body
  t.match(shown, /name="parent" value="a" checked/)
  t.match(shown, '<h1>You, Alex</h1>')
  t.match(shown, /name="reminder" value="on" checked/)
  t.match(shown, /id="quiet_from" name="quiet_from" value="21:00"/)

  await desk.post(page)
  t.equal((await readParentsByEmail(web.db)).get(alex), 'a', 'a form without it leaves it')
  const off = await readNotificationSettings(web.db, alex)
  t.match(off, { reminderAt: null, changes: false, channels: [], quiet: null })
})

t.test('a switch saves at once, and says why it cannot', async t => {
  const { web, desk } = await open(t)
  const script = { accept: 'application/json' }
  const refused = await desk.post(page, { changes: 'on', by_email: 'on' }, script)
  t.equal(refused.statusCode, 400)
  t.same(refused.json(), { error: 'Say which parent you are.', field: 'parent' })
  t.match(await readNotificationSettings(web.db, alex), { changes: false })
  await desk.post(`${page}/parent`, { parent: 'b' })
  t.match((await desk.get(page)).body, 'Saved.')
  desk.cookies.delete('notice')
  const saved = await desk.post(page, { changes: 'on', by_email: 'on' }, script)
  t.equal(saved.statusCode, 204)
  t.notOk(desk.cookies.has('notice'), 'the script says it')
  t.match(await readNotificationSettings(web.db, alex), { changes: true, channels: ['email'] })
})

t.test('each person reads their own language', async t => {
  const { desk, signIn } = await open(t)
  const robin = await signIn('robin@example.com')
  t.match((await desk.get(page)).body, '<option value="" selected>The household’s (English)')
  const { statusCode, headers } = await desk.post(`${page}/language`, { language: 'fr' })
  t.same([statusCode, headers.location], [302, page])
  const { body } = await desk.get(page)
  t.match(body, '<html lang="fr">')
  t.match(body, '<option value="fr" selected>Français')
  t.match(body, 'Agenda et site publié\u202f: English.')
  t.match((await robin.get('/')).body, '<html lang="en">')
  t.equal((await desk.post(`${page}/language`, { language: 'tlh' })).statusCode, 400)
  await desk.post(`${page}/language`, { language: '' })
  t.match((await desk.get(page)).body, '<html lang="en">')
})

t.test('the address from before leads here, and its forms still work', async t => {
  const { web, desk } = await open(t)
  const old = '/settings/notifications'
  const { statusCode, headers } = await desk.get(old)
  t.same([statusCode, headers.location], [302, page])
  await desk.post(old, { parent: 'a', changes: 'on', by_email: 'on' })
  t.match(await readNotificationSettings(web.db, alex), { changes: true, channels: ['email'] })
  await desk.post(`${old}/devices`, device('old'))
  const renewed = { ...device('new'), replaces: device('old').endpoint }
  t.equal((await desk.post(`${old}/devices/renew`, renewed)).statusCode, 204)
  t.match(await readPushSubscriptions(web.db), [{ endpoint: device('new').endpoint }])
})

t.test('an invalid form is shown again, with what to do', async t => {
  const { web, desk } = await open(t)
  const { statusCode, body } = await desk.post(page, { reminder: 'on', reminder_at: '' })
  t.equal(statusCode, 400)
  t.match(body, /role="alert"[^]*Say which parent you are[^]*Enter a time[^]*Choose how/)
  t.match(body, 'aria-invalid="true"')
  t.match(body, /name="reminder" value="on" checked/, 'what was typed stays')
  t.match(await readNotificationSettings(web.db, alex), { reminderAt: null })
})

t.test('without a mail server, e-mail is not offered', async t => {
  const { desk } = await open(t, { SMTP_URL: undefined as never })
  const { body } = await desk.get(page)
  t.notMatch(body, 'by_email')
  t.match(body, 'E-mail isn’t set up yet.')
})

t.test('a device is added, listed, and removed by its person only', async t => {
  const { web, desk, signIn } = await open(t)
  const robin = await signIn('robin@example.com')
  const posted = { ...device('desk'), id: '99', unknown: 'field' }
  const { statusCode, headers } = await desk.post(`${page}/devices`, posted, {
    'user-agent': agent,
  })
  t.same([statusCode, headers.location], [302, page])
  const { body } = await desk.get(page)
  t.match(body, 'This device is ready. Say which parent you are')
  t.match(body, /<bdi>Firefox, Linux<\/bdi> <strong>this browser<\/strong>/)
  t.match(body, 'data-on')
  t.match(body, /name="by_push" value="on" checked/)
  t.notMatch((await robin.get(page)).body, 'Firefox, Linux')

  const [known] = await readPushSubscriptions(web.db)
  t.not(known?.id, 99n, 'a form sets no other column')
  const device_id = String(known?.id)
  await robin.post(`${page}/devices/remove`, { device_id })
  t.equal((await readPushSubscriptions(web.db)).length, 1, 'not of another person')
  const removed = await desk.post(`${page}/devices/remove`, { device_id })
  t.equal(removed.headers.location, `${page}#devices`)
  t.same(await readPushSubscriptions(web.db), [])
  t.equal((await desk.post(`${page}/devices/remove`, { device_id })).statusCode, 302, 'twice')
  t.equal((await desk.post(`${page}/devices/remove`, { device_id: 'x' })).statusCode, 400)
})

t.test('a device that is turned on says what is missing until a message can come', async t => {
  const { desk } = await open(t)
  const ready = 'This device is ready.'
  const turnOn = async () => {
    await desk.post(`${page}/devices`, device('desk'))
    return (await desk.get(page)).body
  }
  t.match(await turnOn(), ready)
  const mail = { by_email: 'on' }
  for (const [form, said] of [
    // Asks of the other parent come to whoever has a way.
    [{ parent: 'a', ...mail }, 'This device gets messages now.'],
    [{ parent: 'a', changes: 'on', ...mail }, 'This device gets messages now.'],
    [
      { parent: 'a', reminder: 'on', reminder_at: '18:30', ...mail },
      'This device gets messages now.',
    ],
  ] as const) {
    await desk.post(page, form)
    t.match(await turnOn(), said, JSON.stringify(form))
  }
  await desk.post('/people/parent', { email: alex, parent: '' })
  t.match(await turnOn(), ready, 'a person who is no parent')
})

t.test('a browser renews a subscription that is known, and turns nothing on', async t => {
  const { web, desk, signIn } = await open(t)
  const robin = await signIn('robin@example.com')
  const renew = async (browser: Browser, from: string, to: string) =>
    (
      await browser.post(`${page}/devices/renew`, {
        ...device(to),
        replaces: device(from).endpoint,
      })
    ).statusCode
  const known = async () =>
    (await readPushSubscriptions(web.db)).map(({ email, endpoint }) => ({ email, endpoint }))
  t.equal(await renew(desk, 'old', 'new'), 204, 'after the device was removed')
  t.same(await known(), [])

  await desk.post(`${page}/devices`, device('old'))
  await desk.get(page)
  await desk.post(page, {})
  desk.cookies.delete('notice')
  const before = await readPushSubscriptions(web.db)
  t.equal(await renew(robin, 'old', 'stolen'), 204, 'not that of another person')
  t.equal(await renew(desk, 'other', 'new'), 204)
  t.equal(await renew(desk, 'old', 'new'), 204)
  t.same(await readPushSubscriptions(web.db), [{ ...before[0], ...device('new') }])
  t.match(await readNotificationSettings(web.db, alex), { channels: [] })
  t.notOk(desk.cookies.has('notice'), 'and it says nothing')

  await desk.post(`${page}/devices`, device('newest'))
  t.equal(await renew(desk, 'new', 'newest'), 204, 'which the page has saved already')
  t.same(await known(), [{ email: alex, endpoint: device('newest').endpoint }])
  t.equal(await renew(desk, 'newest', 'newest'), 204)
  t.equal((await known()).length, 1)
  const wrong = { ...device('x'), endpoint: 'http://push.example.com/1' }
  const replaces = device('newest').endpoint
  t.equal((await desk.post(`${page}/devices/renew`, { ...wrong, replaces })).statusCode, 400)
})

t.test('a browser that lost its subscription gets another, or is told', async t => {
  const { web, desk, signIn } = await open(t)
  const robin = await signIn('robin@example.com')
  const renew = (fields: Record<string, string>) => desk.post(`${page}/devices/renew`, fields)
  const known = async () => (await readPushSubscriptions(web.db)).map(({ endpoint }) => endpoint)
  for (const fields of [{}, { lost: '1' }, device('x')])
    t.match(await renew(fields), { statusCode: 204, body: '' }, 'nothing is on here')
  t.same(await known(), [])

  await desk.post(`${page}/devices`, device('first'))
  desk.cookies.delete('notice')
  const { id } = (await readPushSubscriptions(web.db))[0] ?? {}
  const asked = await renew({})
  t.same([asked.statusCode, Buffer.from(asked.body, 'base64url').length], [200, 65], 'the key')
  t.equal((await renew(device('second'))).statusCode, 204)
  t.match(await readPushSubscriptions(web.db), [{ id, endpoint: device('second').endpoint }])
  t.notOk(desk.cookies.has('notice'))
  t.equal((await robin.post(`${page}/devices/renew`, { lost: '1' })).statusCode, 204)
  t.same(await known(), [device('second').endpoint], 'another person’s browser loses nothing')

  t.equal((await renew({ lost: '1' })).statusCode, 204)
  t.same(await known(), [])
  const { body } = await desk.get(page)
  t.match(body, 'This device no longer gets messages. Turn it on again under You.')
  t.notMatch(body, 'data-on', 'the button is there')

  await desk.post(`${page}/devices`, device('third'))
  await desk.post(`${page}/devices`, device('fourth'))
  t.same(await known(), [device('fourth').endpoint], 'a browser has one')
})

t.test('an address that is not a push service’s is refused', async t => {
  const { web, desk } = await open(t)
  for (const wrong of [
    { ...device('1'), endpoint: 'http://push.example.com/1' },
    { ...device('1'), endpoint: `https://push.example.com/${'x'.repeat(2048)}` },
    { ...device('1'), p256dh: 'AAAA' },
    { ...device('1'), auth: '' },
    { endpoint: 'https://push.example.com/1' } as never,
  ])
    t.equal((await desk.post(`${page}/devices`, wrong)).statusCode, 400)
  t.same(await readPushSubscriptions(web.db), [])
})

t.test('a person who was taken off the list gets no more messages', async t => {
  const { web, desk, signIn } = await open(t)
  const robin = await signIn('robin@example.com')
  for (const browser of [desk, robin]) {
    await browser.post(page, { parent: 'a', changes: 'on', by_email: 'on' })
    await browser.post(`${page}/devices`, device(browser === desk ? 'desk' : 'robin'))
  }
  const wants = async () =>
    (await web.db.selectFrom('notification_settings').select('email').execute()).map(
      ({ email }) => email,
    )
  const restart = async (...ALLOWED_EMAILS: string[]) =>
    (await buildWeb(t, web.emulator, { ...web.config, ALLOWED_EMAILS })).service.close()
  await restart('robin@example.com', 'a mistake')
  t.equal((await wants()).length, 2, 'a list that cannot be read ends nothing')
  await restart('robin@example.com')
  t.same(await wants(), ['robin@example.com'])
  t.match(await readPushSubscriptions(web.db), [{ email: 'robin@example.com' }])
})

t.test('signing out ends the messages of this device, and what it kept', async t => {
  const { web, desk, signIn } = await open(t)
  const phone = await signIn(alex)
  await desk.post(`${page}/devices`, device('desk'))
  await phone.post(`${page}/devices`, device('phone'))
  await desk.signIn(alex)
  t.equal((await readPushSubscriptions(web.db)).length, 2, 'signing in again keeps them')
  const { headers } = await desk.post('/sign-out')
  t.equal(headers['clear-site-data'], '"storage"')
  const left = await readPushSubscriptions(web.db)
  t.same(
    left.map(({ endpoint }) => endpoint),
    [device('phone').endpoint],
  )
})
