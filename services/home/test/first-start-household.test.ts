import t, { type Test } from 'tap'
import { dataFolder, homeAt } from './home-at.ts'
import { codeIn, family, untilRunning, untilWaiting, visitor } from './visitor.ts'

async function waitingHome(t: Test, env: Record<string, string> = {}) {
  const home = await homeAt(t, await dataFolder(t), env)
  await untilWaiting(home)
  return { home, code: codeIn(home.lines), person: visitor(home.url) }
}

t.test('one form makes the account, the household and its plan', async t => {
  const { home, code, person } = await waitingHome(t, { NODE_ENV: 'production' })
  t.match(
    home.lines.join(''),
    `\n\nOpen this machine’s address, such as http://localhost:0\nand enter the set-up code ${code}\n\n`,
  )
  const page = await person.open()
  t.notMatch(page.html, /provider|OpenID|CalDAV/i)
  const origin = { origin: 'https://nights.example.org' }
  const form = { ...family, code }

  for (const [change, faults] of [
    [{ parent_a: '', email: 'alex', time_zone: '' }, ['parent_a', 'time_zone', 'email']],
    [{ parent_b: 'Alexe' }, ['parent_b']],
    [{ password: 'short' }, ['password']],
    [{ passkey: '{}' }, ['password']],
    [{ account: 'not a UUID' }, []],
  ] as const) {
    const refused = await person.send({ ...form, ...change }, origin)
    t.equal(refused.status, 400)
    const linked = [...refused.html.matchAll(/<li><a href="#(\w+)">/g)].map(([, id]) => id)
    t.same(linked, faults)
    t.notMatch(refused.html, family.password)
    if (faults.length > 0) t.equal(refused.valueOf('parent_b'), { ...form, ...change }.parent_b)
  }
  const wrong = await person.send({ ...form, code: 'AAAA-BBBB-CCCC' }, origin)
  t.match([wrong.status, wrong.trouble], [403, 'That isn’t the set-up code.'])
  t.equal(wrong.valueOf('parent_a'), 'Alex', 'what was typed stays')
  const abroad = await person.send(form, { origin: 'http://nights.example.org' })
  t.match([abroad.status, abroad.trouble], [400, /has to start with https/])

  const both = await Promise.all([
    person.send(form, origin),
    person.send({ ...form, email: 'robin@example.com' }, origin),
  ])
  const done = both.find(({ status }) => status === 303)
  const late = both.find(({ status }) => status !== 303)
  t.match([late?.status, late?.trouble], [400, /already/], 'one person is first')
  t.equal(done?.headers.get('location'), '/')
  const cookies = done?.headers.getSetCookie() ?? []
  t.match(cookies.join(), /__Host-session=[^;]+;[^,]*Secure/, 'for the address of the browser')
  await untilRunning(home)
  const cookie = cookies.map(each => each.split(';')[0]).join('; ')
  const month = await (await fetch(home.url, { headers: { cookie } })).text()
  t.match(month, 'Your nights are planned.')
  t.ok([...month.matchAll(/href="\/\?night=\d+/g)].length >= 28)
  t.match(month, /Invite <bdi>(Robin|Alex)/)
  t.equal((await person.send({ ...form, email: 'eve@example.com' }, origin)).status, 403)
  t.match((await person.open()).html, /dist\/main\.js code/, 'it asks for a fresh code')
})

t.test('what the environment sets is not asked, and decides what is', async t => {
  const { home, code, person } = await waitingHome(t, {
    PUBLIC_URL: 'https://nights.example.org',
    CALENDAR: 'own',
    SIGN_IN: 'accounts',
    TIME_ZONE: 'Europe/Paris',
    ALLOWED_EMAILS: 'robin@example.com',
  })
  t.match(home.lines.join(''), '\nOpen https://nights.example.org\n')
  const page = await person.open()
  t.match(page.html, '<option selected>Europe/Paris</option>')
  const form = { ...family, code }
  t.match((await person.send(form)).trouble, /hasn’t allowed this address/)
  const elsewhere = await person.send({ ...form, email: 'robin@example.com' })
  t.match([elsewhere.status, elsewhere.trouble], [200, ''])
  t.match(elsewhere.html, 'href="https://nights.example.org/"')
})

t.test('a calendar that is chosen elsewhere takes more than one page', async t => {
  const { code, person } = await waitingHome(t, { CALENDAR: 'caldav' })
  const page = await person.open()
  t.match(page.html, /id="code"/)
  t.match(page.html, /id="backup"/)
  t.notMatch(page.html, /id="parent_a"/)
  t.match((await person.send({ ...family, code })).html, /id="CALDAV_URL"/)
})

t.test('settings that lead back to the own calendar lead back to the one page', async t => {
  const { home, code, person } = await waitingHome(t)
  const settings = {
    code,
    step: 'save',
    CALENDAR: 'own',
    SIGN_IN: 'accounts',
    PUBLIC_URL: home.url,
  }
  const back = await person.send(settings)
  t.match([back.status, back.valueOf('code'), back.valueOf('parent_a')], [200, code, ''])
  t.equal((await person.send({ ...family, code })).status, 303)
})
