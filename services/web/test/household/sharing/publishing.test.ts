import { parseSecretKeys } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import {
  readPublication,
  readPublishedPassword,
  savePublication,
} from '@night-routine/database/site'
import t from 'tap'
import { formIn, householdPage } from '../settings/household-page.ts'

const takeDown = '/settings/take-down'

async function publishedPage(t: Parameters<typeof householdPage>[0]) {
  const page = await householdPage(t)
  const { db, clock } = page.web
  const published = {
    site: { id: 'site-1', host: 'pages.example.org', slug: 'our-nights' },
    address: 'https://pages.example.org/s/our-nights/',
    publishedAt: clock.now(),
  }
  await savePublication(db, published)
  const requests = async () =>
    (await readJobRequests(db)).find(({ kind }) => kind === 'publish')?.requestNumber ?? 0n
  return { ...page, db, requests }
}

t.test('switched off, the published pages can be taken down', async t => {
  const { browser, db, requests } = await publishedPage(t)
  const { body } = await browser.get('/settings/sharing')
  t.match(body, `action="${takeDown}"`)
  t.match(body, 'stay readable')

  const before = await requests()
  const pressed = await browser.act(takeDown)
  t.same([pressed.statusCode, pressed.headers.location], [302, '/settings/sharing#publishing'])
  t.ok((await readPublication(db)).removalRequestedAt)
  t.equal(await requests(), before + 1n, 'the publisher is asked')
  t.notMatch(
    (await browser.get('/settings/sharing')).body,
    `action="${takeDown}"`,
    'it is in progress',
  )
})

t.test('while publishing is on, the site can have a new address', async t => {
  const { browser, db, requests } = await publishedPage(t)
  const ask = () => browser.act('/settings/new-address', {})
  const slug = async () => (await readPublication(db)).slug
  t.notMatch((await browser.get('/settings/sharing')).body, 'new-address')
  await ask()
  t.equal(await slug(), null, 'publishing is off')

  await db.updateTable('settings').set({ publish: true }).execute()
  t.match((await browser.get('/settings/sharing')).body, 'action="/settings/new-address"')
  const before = await requests()
  const pressed = await ask()
  t.same([pressed.statusCode, pressed.headers.location], [302, '/settings/sharing#publishing'])
  const first = await slug()
  t.match(first, /^[0-9a-f]{32}$/)
  t.equal(await requests(), before + 1n, 'the publisher is asked')
  await ask()
  t.not(await slug(), first)
})

t.test('while publishing is on, or where nothing is published, there is nothing to do', async t => {
  const { browser, db, requests } = await publishedPage(t)
  await db.updateTable('settings').set({ publish: true }).execute()
  t.notMatch((await browser.get('/settings/sharing')).body, `action="${takeDown}"`)
  t.equal((await browser.act(takeDown)).statusCode, 302)
  t.equal((await readPublication(db)).removalRequestedAt, null)

  await db.updateTable('settings').set({ publish: false }).execute()
  await savePublication(db, { site: null, address: null, publishedAt: null })
  t.equal((await browser.act(takeDown)).statusCode, 302)
  t.equal((await readPublication(db)).removalRequestedAt, null)
  t.equal(await requests(), 0n)
})

t.test('needs a session and our own origin', async t => {
  const { web, browser, db } = await publishedPage(t)
  const stranger = await web.service.inject({ method: 'POST', url: takeDown })
  t.equal(stranger.statusCode, 401)
  const foreign = await browser.post(takeDown, {}, { origin: 'https://evil.example' })
  t.equal(foreign.statusCode, 403)
  t.equal((await readPublication(db)).removalRequestedAt, null)
})

t.test('the site can have a password: set, kept, removed', async t => {
  const { web, browser, db, requests } = await publishedPage(t)
  await db.updateTable('settings').set({ publish: true }).execute()
  const keys = parseSecretKeys(web.config.SECRET_KEYS)
  const stored = () => readPublishedPassword(db, keys)
  const send = async (form: Record<string, string>) => {
    const { statusCode, headers } = await browser.act('/settings/site-password', form)
    t.same([statusCode, headers.location], [302, '/settings/sharing'])
    return (await browser.get('/settings/sharing')).body
  }
  const page = (await browser.get('/settings/sharing')).body
  t.match(page, /name="password" type="password"/)
  t.notMatch(page, 'Remove the password')

  t.match(await send({ password: '1234567' }), 'A password needs 8 to 200 characters')
  t.match(await send({ password: 'x'.repeat(201) }), 'A password needs 8 to 200 characters')
  t.equal(await stored(), null)
  const before = await requests()
  const set = await send({ password: 'moonlight' })
  t.match(set, 'Password saved. Readers will need it')
  t.match(set, 'Readers need the password you set.')
  t.match(set, 'Remove the password')
  t.notMatch(set, 'moonlight')
  t.equal(await stored(), 'moonlight')
  t.equal(await requests(), before + 1n, 'the publisher is asked')

  await send({ password: '' })
  t.equal(await stored(), 'moonlight', 'empty keeps it')
  t.equal(await requests(), before + 1n)
  t.match(await send({ password: '', remove: 'yes' }), 'Password removed.')
  t.equal(await stored(), null)
  t.equal(await requests(), before + 2n)

  const stranger = await web.service.inject({ method: 'POST', url: '/settings/site-password' })
  t.equal(stranger.statusCode, 401)
})

t.test(
  'a password can be set before anything is published, not after the switch is off',
  async t => {
    const { browser, db, requests } = await publishedPage(t)
    const send = () => browser.act('/settings/site-password', { password: 'moonlight' })
    t.notMatch(
      (await browser.get('/settings/sharing')).body,
      'site-password',
      'pages left from before',
    )
    await send()
    t.equal((await readPublication(db)).hasPassword, false)
    await savePublication(db, { site: null, address: null, publishedAt: null })
    t.match((await browser.get('/settings/sharing')).body, 'action="/settings/site-password"')
    await send()
    t.equal((await readPublication(db)).hasPassword, true)
    t.equal(await requests(), 0n, 'publishing is off')
  },
)

t.test('says that the site follows when it is switched on, or shows other names', async t => {
  const { browser } = await publishedPage(t)
  const saved = async (typed: Record<string, string>) => {
    const { body } = await browser.get('/settings/sharing')
    await browser.act('/settings', formIn(body, { step: 'save', ...typed }))
    return (await browser.get('/settings/sharing')).body
  }
  const now = 'Publishing now. The site will be ready in a minute.'
  const stays = 'Saved. Every night stays as it was.'
  t.match(await saved({ publishNames: 'initials' }), stays, 'there is no site to follow')
  t.match(await saved({ publish: 'on' }), now)
  const renamed = await saved({ publishNames: 'names' })
  t.match(renamed, now)
  t.notMatch(renamed, stays)
  t.match(await saved({ publish: 'off' }), stays)
})
