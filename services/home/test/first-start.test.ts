import { join } from 'node:path'
import { freePort } from '@night-routine/servers'
import { startRadicale, type CalendarServer } from '@night-routine/servers/caldav'
import t, { type Test } from 'tap'
import { commandAt, dataFolder, homeAt } from './home-at.ts'
import { codeIn, untilRunning, untilWaiting, visitor } from './visitor.ts'

/** A home without a setting, which waits for a person. */
async function emptyHome(t: Test, env: Record<string, string> = {}) {
  const folder = await dataFolder(t)
  const home = await homeAt(t, folder, env)
  await untilWaiting(home)
  return { folder, home, code: codeIn(home.lines) }
}

t.test('from an empty volume to a running home, in the browser alone', async t => {
  const { folder, home, code } = await emptyHome(t)
  const radicale = await radicaleIn(t, folder)
  const { url, lines } = home
  // Accounts, which most choose, need no list.
  t.match(lines.join(''), 'SIGN_IN is missing')
  t.notMatch(lines.join(''), 'ALLOWED_EMAILS')
  const elsewhere = await fetch(`${url}/statistics?x=1`, { redirect: 'manual' })
  t.match([elsewhere.status, elsewhere.headers.get('location')], [303, '/set-up'])
  t.equal((await fetch(`${url}/healthz`)).status, 200)

  const person = visitor(url)
  const first = await person.open()
  t.equal(first.status, 200)
  t.match(first.html, /<input id="code"/)
  const form = await person.send({ code })
  for (const page of [first, form]) {
    t.equal(page.headers.get('cache-control'), 'no-store')
    t.equal(page.headers.get('referrer-policy'), 'same-origin')
    t.match(page.headers.get('content-security-policy'), /^default-src 'none'; script-src 'self'/)
    t.equal(page.headers.get('set-cookie'), null)
  }
  t.equal(form.valueOf('PUBLIC_URL'), url, 'how the visitor came')
  t.match(form.html, /id="SIGN_IN-accounts"[^>]* checked/)
  t.equal(form.trouble, '')

  const fields = entering(code, radicale, url)
  const wrong = await person.send({ ...fields, CALDAV_PASSWORD: 'wrong' })
  t.equal(wrong.status, 400)
  t.match(wrong.trouble, /refuses CALDAV_USERNAME with CALDAV_PASSWORD/)
  t.notMatch(wrong.html, /value="wrong"/)

  const saved = await person.send(fields)
  t.equal(saved.status, 200)
  // A slow machine answers before everything runs.
  t.match(saved.html, /Night Routine is (running|starting) with them/)
  t.match(saved.html, code, 'the first person needs it once more')
  t.match(saved.html, `href="${url}/"`)
  await untilRunning(home)
  t.match(await (await fetch(url)).text(), /Sign in/)
  t.notMatch(lines.join(''), radicale.password)

  await home.home.close()
  const again = await homeAt(t, folder, {})
  await untilRunning(again)
  t.match(await (await fetch(again.url)).text(), /Sign in/, 'nothing is asked again')
})

/** What a family enters that has this calendar server. */
const entering = (code: string, { username, password, url }: CalendarServer, address: string) => ({
  code,
  step: 'save',
  PUBLIC_URL: address,
  CALENDAR: 'caldav',
  CALDAV_URL: url,
  CALDAV_USERNAME: username,
  CALDAV_PASSWORD: password,
  SIGN_IN: 'accounts',
})

async function radicaleIn(t: Test, folder: string) {
  const radicale = await startRadicale(join(folder, 'radicale'))
  t.teardown(() => radicale.stop())
  return radicale
}

t.test(
  'a page without its code shows and changes nothing, and guesses are slowed down',
  async t => {
    const { folder, home, code } = await emptyHome(t)
    const person = visitor(home.url)
    const fields = entering('', await radicaleIn(t, folder), home.url)
    const { code: _code, ...without } = fields
    const missing = await person.send(without)
    t.equal(missing.status, 400)
    t.notMatch(missing.html, /CALDAV_URL/)
    const wrong = 'AAAA-BBBB-CCCC'
    for (let guess = 0; guess < 5; guess += 1) {
      const refused = await person.send({ ...fields, code: wrong })
      t.match([refused.status, refused.trouble], [403, 'That isn’t the set-up code.'])
      t.notMatch(refused.html, /CALDAV_URL/)
    }
    const late = await person.send({ ...fields, code })
    t.equal(late.status, 429, 'the right code counts as little, meanwhile')
    t.match(late.trouble, /^Too many attempts\. Try again in/)
    // Where a trusted proxy says that another one asks, the guesses of the first do not count.
    const elsewhere = await person.send({ code }, { 'x-forwarded-for': '203.0.113.7' })
    t.match([elsewhere.status, elsewhere.valueOf('CALDAV_URL')], [200, ''])
    t.equal(
      (await person.send({ code: ` ${code.toLowerCase()} ` }, { 'x-forwarded-for': '203.0.113.8' }))
        .status,
      200,
    )
  },
)

t.test('says what is wrong with what was entered, and stores nothing', async t => {
  const { folder, home, code } = await emptyHome(t)
  const radicale = await radicaleIn(t, folder)
  const person = visitor(home.url)
  const fields = entering(code, radicale, home.url)
  const nowhere = `http://127.0.0.1:${await freePort()}/`
  const table: [Record<string, string>, number, Record<string, RegExp>, RegExp?][] = [
    [
      { PUBLIC_URL: 'nights', CALDAV_URL: 'cloud', MAIL_FROM: 'x' },
      400,
      {
        PUBLIC_URL: /without a path/,
        CALDAV_URL: /Enter an address/,
        MAIL_FROM: /e-mail address/,
      },
    ],
    [{ PUBLIC_URL: `${home.url}/nights` }, 400, { PUBLIC_URL: /without a path/ }],
    [
      { PUBLIC_URL: '', CALENDAR: '', SIGN_IN: '' },
      400,
      {
        PUBLIC_URL: /Fill this in/,
        CALENDAR: /Fill this in/,
        SIGN_IN: /Fill this in/,
      },
    ],
    [{ CALENDAR: 'paper' }, 400, { CALENDAR: /is not one of google, caldav/ }],
    [
      { CALENDAR: 'google' },
      400,
      {
        GOOGLE_CLIENT_ID: /Fill this in/,
        GOOGLE_CLIENT_SECRET: /Fill this in/,
      },
    ],
    [
      { SIGN_IN: 'oidc', OIDC_NAME: '[x]', ALLOWED_EMAILS: 'alex' },
      400,
      {
        OIDC_ISSUER: /Fill this in/,
        OIDC_CLIENT_ID: /Fill this in/,
        OIDC_CLIENT_SECRET: /Fill this in/,
        OIDC_NAME: /without brackets/,
        ALLOWED_EMAILS: /e-mail addresses/,
      },
    ],
    [
      { SIGN_IN: 'oidc', OIDC_ISSUER: 'auth.example.org' },
      400,
      { OIDC_ISSUER: /such as https:\/\/auth\.example\.org/ },
    ],
    [{ CALDAV_URL: 'http://calendar.example.org/' }, 400, { CALDAV_URL: /tick the box/ }],
    [{ CALDAV_PASSWORD: '' }, 400, { CALDAV_USERNAME: /both the user name and the password/ }],
    [{ SMTP_URL: 'mail.example.org' }, 400, { SMTP_URL: /does not start with smtps/ }],
    [{ CALDAV_URL: nowhere }, 400, {}, /could not be read.*Check CALDAV_URL/],
    [{ CALDAV_URL: home.url }, 400, {}, /CALDAV_URL/],
    [
      {
        SIGN_IN: 'oidc',
        OIDC_ISSUER: nowhere,
        OIDC_CLIENT_ID: 'x',
        OIDC_CLIENT_SECRET: 'x',
        ALLOWED_EMAILS: 'alex@example.com',
      },
      400,
      {},
      /does not answer.*Check OIDC_ISSUER/,
    ],
    [{ CALDAV_PASSWORD: 'a\0b' }, 400, {}],
    [{ CALDAV_PASSWORD: 'x'.repeat(100_000) }, 413, {}],
    [{ CALDAV_PASSWORD: 'x'.repeat(10_000) }, 400, {}],
  ]
  for (const [change, status, faults, trouble] of table) {
    const name = JSON.stringify(change).slice(0, 80)
    const refused = await person.send({ ...fields, ...change })
    t.equal(refused.status, status, name)
    for (const [id, fault] of Object.entries(faults))
      t.match(refused.faultOf(id), fault, `${name}: ${id}`)
    if (trouble) t.match(refused.trouble, trouble, name)
    t.notMatch(refused.html, `"${radicale.password}"`, name)
  }
  const twice = await fetch(`${home.url}/set-up`, {
    method: 'POST',
    body: new URLSearchParams([
      ['code', code],
      ['code', code],
    ]),
  })
  t.equal(twice.status, 400, 'one field twice')
  t.equal((await person.send({ code })).valueOf('CALDAV_URL'), '', 'nothing was stored')

  const french = await visitor(home.url, 'fr').send({ ...fields, PUBLIC_URL: 'nights' })
  t.match(french.html, /<html lang="fr">/)
  t.match(french.faultOf('PUBLIC_URL'), /Saisissez une adresse sans chemin/)
})

t.test('what the environment sets wins, and is shown as such', async t => {
  const { folder, home, code } = await emptyHome(t, {
    CALENDAR: 'caldav',
    CALDAV_PASSWORD: 'of the environment',
    TIME_ZONE: 'Mars',
    SMTP_URL: 'mail.example.org',
    OIDC_NAME: '',
  })
  const person = visitor(home.url)
  const form = await person.send(
    { code },
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'nights.example.org' },
  )
  t.equal(form.valueOf('PUBLIC_URL'), 'https://nights.example.org', 'as the proxy says')
  t.match(
    form.trouble,
    /TIME_ZONE: "Mars" is not a time zone.* environment variable of the server sets it/,
  )
  t.notMatch(form.trouble, /Nothing was saved|CALDAV/, 'nothing was entered yet')
  t.match(form.faultOf('SMTP_URL'), /^SMTP_URL: its value does not start with smtps/)
  t.match(form.html, /<input id="CALDAV_PASSWORD"[^>]*value=""[^>]* readonly/)
  t.notMatch(form.html, 'of the environment')
  t.match(form.html, /<fieldset disabled[^>]*>\s*<legend>Where is your calendar/)
  t.match(form.html, /id="CALENDAR-caldav"[^>]* checked/)
  t.match(form.html, /<input id="CALDAV_URL"(?![^>]*readonly)/)

  const radicale = await radicaleIn(t, folder)
  const sent = await person.send({ ...entering(code, radicale, home.url), CALENDAR: 'google' })
  t.equal(sent.status, 400)
  t.match(sent.trouble, /TIME_ZONE/)
  t.notMatch(sent.trouble, /GOOGLE/)
  await home.home.close()

  const better = await homeAt(t, folder, { CALENDAR: 'caldav', CALDAV_PASSWORD: radicale.password })
  await untilWaiting(better)
  const other = visitor(better.url)
  const saved = await other.send({
    ...entering(code, radicale, better.url),
    CALDAV_PASSWORD: 'entered',
  })
  t.equal(saved.status, 200, 'checked with the password of the environment')
  await untilRunning(better)
})

t.test('settings change while it runs, and secrets stay where they were entered for', async t => {
  const { folder, home, code } = await emptyHome(t)
  const radicale = await radicaleIn(t, folder)
  const person = visitor(home.url)
  const fields = entering(code, radicale, home.url)
  const empty = { ...fields, CALDAV_PASSWORD: '' }

  // What was typed before a refusal need not be typed again, and is not in the page.
  const refused = await person.send({ ...fields, PUBLIC_URL: 'nights' })
  t.notMatch(refused.html, `"${radicale.password}"`)
  const typed = /name="typed" value="([^"]+)"/.exec(refused.html)?.[1] ?? ''
  t.equal(
    (await person.send({ ...empty, typed: `${typed}x` })).status,
    400,
    'a changed one is nothing',
  )
  t.equal((await person.send({ ...empty, typed })).status, 200)
  await untilRunning(home)

  const form = await person.send({ code })
  t.equal(form.valueOf('CALDAV_URL'), radicale.url)
  t.equal(form.valueOf('CALDAV_PASSWORD'), '')
  t.match(form.html, /id="CALDAV_PASSWORD-hint">[^<]*Leave it empty to keep/)

  // The account here is another server, to which the stored password must not go.
  const other = await startRadicale(join(folder, 'other'))
  t.teardown(() => other.stop())
  const elsewhere = await person.send({ ...empty, CALDAV_URL: other.url })
  t.equal(elsewhere.status, 400)
  t.match(elsewhere.faultOf('CALDAV_PASSWORD'), /the server or the account has changed/)
  const twice = /name="typed" value="([^"]+)"/.exec(elsewhere.html)?.[1] ?? ''
  const again = await person.send({ ...empty, CALDAV_URL: other.url, typed: twice })
  t.equal(again.status, 400, 'also not with what a refused form kept')

  const smtp = 'smtp+plain://127.0.0.1:2525'
  t.equal((await person.send({ ...empty, SMTP_URL: smtp })).status, 200, 'kept for the same place')
  await untilRunning(home)
  t.match((await person.send({ code })).html, /name="no_mail"/)
  t.equal((await person.send(empty)).status, 200)
  t.match((await person.send({ code })).html, /name="no_mail"/, 'an empty field keeps it')
  t.equal((await person.send({ ...empty, no_mail: 'yes' })).status, 200)
  t.notMatch((await person.send({ code })).html, /name="no_mail"/)
  const moved = { ...fields, CALDAV_URL: other.url, CALDAV_PASSWORD: other.password }
  t.equal((await person.send(moved)).status, 200)
  await untilRunning(home)
  t.equal((await person.send({ code })).valueOf('CALDAV_URL'), other.url)
  t.match(await (await fetch(home.url)).text(), /Sign in/)
})

t.test(
  'the code ends with the first account; then a member or a fresh code opens the page',
  async t => {
    const { folder, home, code } = await emptyHome(t)
    const radicale = await radicaleIn(t, folder)
    const person = visitor(home.url)
    const fields = entering(code, radicale, home.url)
    t.equal((await person.send(fields)).status, 200)
    await untilRunning(home)
    const alex = new Member(home.url)
    const email = 'alex@example.org'
    const password = 'seven herons over the weir'
    await alex.post('/identity/first', { set_up_code: code, email, password })
    t.equal((await alex.post('/you/parent', { parent: 'a' })).headers.get('location'), '/you')

    const evil = { ...fields, SMTP_URL: 'smtp+plain://127.0.0.1:2525' }
    t.match([(await person.send(evil)).status, (await person.send({ code })).status], [403, 403])
    const { length } = home.lines
    await person.open()
    t.notMatch(home.lines.slice(length).join(''), /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/)

    // A member is asked who they are, and comes there with a code in a cookie.
    const asked = await (await alex.post('/you/installation', {})).text()
    const [, confirmation = ''] = /name="confirmation" value="([^"]+)"/.exec(asked) ?? []
    const led = await alex.post('/you/installation', { confirmation, password })
    t.equal(led.headers.get('location'), '/set-up')
    const page = await (await alex.get('/set-up')).text()
    const [, brought = ''] = /name="code" value="([^"]+)"/.exec(page) ?? []
    t.not(brought, code)
    t.equal((await person.send({ ...evil, code: brought })).status, 200)
    await untilRunning(home)
    t.match(await (await alex.get('/')).text(), 'Someone changed the settings of this server')

    const { said: fresh } = await commandAt(folder, ['code'], { settings: {} })
    t.not(fresh, code)
    t.match((await person.send({ code: fresh })).html, /id="PUBLIC_URL"/)
  },
)

/** A signed-in browser. */
class Member {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  async get(path: string): Promise<Response> {
    return this.#send(path, {})
  }

  async post(path: string, form: Record<string, string>): Promise<Response> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(form) })
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'accept-language': 'en', accept: 'text/html' }
    const answer = await fetch(this.#url + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return answer
  }
}

t.test(
  'keys that are rotated open what was stored; without its key, all is asked again',
  async t => {
    const [old, fresh] = ['a', 'b'].map(digit => digit.repeat(64))
    const { folder, home, code } = await emptyHome(t, { SECRET_KEYS: old ?? '' })
    const radicale = await radicaleIn(t, folder)
    const saved = await visitor(home.url).send(entering(code, radicale, home.url))
    t.equal(saved.status, 200)
    await untilRunning(home)
    await home.home.close()

    const rotated = await homeAt(t, folder, { SECRET_KEYS: `${fresh},${old}` })
    await untilRunning(rotated)
    await rotated.home.close()

    const lost = await homeAt(t, folder, { SECRET_KEYS: fresh, ACCEPT_LOST_KEY: 'true' })
    await untilWaiting(lost)
    t.match(
      lost.lines.join(''),
      /"settings":\["CALDAV_PASSWORD",.*no key of SECRET_KEYS opens these settings/,
    )
    t.not(codeIn(lost.lines), code)
    const form = await visitor(lost.url).send({ code: codeIn(lost.lines) })
    t.equal(form.valueOf('CALDAV_URL'), '')
  },
)
