import { parseSecretKeys } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import {
  readPublication,
  readPublishedPassword,
  savePublication,
} from '@night-routine/database/site'
import t from 'tap'
import { plannedHousehold } from '../../planned-household.ts'
import { formIn } from '../settings/settings-page.ts'

t.test('the published site', async t => {
  const { web, db, alex } = await plannedHousehold(t)
  const keys = parseSecretKeys(web.config.SECRET_KEYS)
  const page = async () => (await alex.get('/settings/sharing')).body
  const requests = async () =>
    (await readJobRequests(db)).find(({ kind }) => kind === 'publish')?.requestNumber ?? 0n
  const publish = (isOn: boolean) => db.updateTable('settings').set({ publish: isOn }).execute()
  const nothing = { site: null, address: null, publishedAt: null }
  const there = {
    site: { id: 'site-1', host: 'pages.example.org', slug: 'our-nights' },
    address: 'https://pages.example.org/s/our-nights/',
    publishedAt: web.clock.now(),
  }
  const takeDown = () => alex.act('/settings/take-down')
  const removal = async () => (await readPublication(db)).removalRequestedAt
  const renew = () => alex.act('/settings/new-address')
  const slug = async () => (await readPublication(db)).slug
  const setPassword = async (form: Record<string, string>) => {
    const { statusCode, headers } = await alex.act('/settings/site-password', form)
    t.same([statusCode, headers.location], [302, '/settings/sharing'])
    return page()
  }
  const password = () => readPublishedPassword(db, keys)

  const saved = async (typed: Record<string, string>) => {
    await alex.act('/settings', formIn(await page(), { step: 'save', ...typed }))
    return page()
  }

  await t.test('follows when it is switched on, or shows other names', async t => {
    const now = 'Publishing now. The site will be ready in a minute.'
    const stays = 'Saved. Every night stays as it was.'
    t.match(await saved({ publishNames: 'initials' }), stays, 'there is no site to follow')
    t.match(await saved({ publish: 'on' }), now)
    t.match(await saved({ publishNames: 'names' }), now)
    t.match(await saved({ publish: 'off' }), stays)
  })

  await t.test('can be taken down once it is switched off', async t => {
    t.equal((await takeDown()).statusCode, 302)
    t.equal(await removal(), null, 'there is none')
    await savePublication(db, there)
    await publish(true)
    t.notMatch(await page(), 'action="/settings/take-down"')
    await takeDown()
    t.equal(await removal(), null)
    await publish(false)
    t.match(await page(), 'action="/settings/take-down"')
    const before = await requests()
    const pressed = await takeDown()
    t.same([pressed.statusCode, pressed.headers.location], [302, '/settings/sharing#publishing'])
    t.ok(await removal())
    t.equal(await requests(), before + 1n, 'the publisher is asked')
    t.notMatch(await page(), 'action="/settings/take-down"', 'it is in progress')
  })

  await t.test('can have a new address while it is on', async t => {
    await savePublication(db, nothing)
    await savePublication(db, there)
    t.notMatch(await page(), 'new-address')
    await renew()
    t.equal(await slug(), null, 'publishing is off')
    await publish(true)
    t.match(await page(), 'action="/settings/new-address"')
    const before = await requests()
    const pressed = await renew()
    t.same([pressed.statusCode, pressed.headers.location], [302, '/settings/sharing#publishing'])
    const first = await slug()
    t.match(first, /^[0-9a-f]{32}$/)
    t.equal(await requests(), before + 1n, 'the publisher is asked')
    await renew()
    t.not(await slug(), first)
  })

  await t.test('can have a password: set, kept, removed', async t => {
    t.match(await page(), /name="password" type="password"/)
    t.match(await setPassword({ password: '1234567' }), 'A password needs 8 to 200 characters')
    t.equal(await password(), null)
    const before = await requests()
    const set = await setPassword({ password: 'moonlight' })
    t.match(set, 'Password saved. Readers will need it')
    t.match(set, 'Remove the password')
    t.notMatch(set, 'moonlight')
    t.equal(await password(), 'moonlight')
    await setPassword({ password: '' })
    t.equal(await password(), 'moonlight', 'empty keeps it')
    t.equal(await requests(), before + 1n, 'the publisher is asked')
    t.match(await setPassword({ password: '', remove: 'yes' }), 'Password removed.')
    t.equal(await password(), null)
    t.equal(await requests(), before + 2n)
  })

  await t.test('gets no password once it is off, but one before anything is published', async t => {
    await publish(false)
    t.notMatch(await page(), 'site-password', 'pages left from before')
    await setPassword({ password: 'moonlight' })
    t.equal(await password(), null)
    await savePublication(db, nothing)
    t.match(await page(), 'action="/settings/site-password"')
    await setPassword({ password: 'moonlight' })
    t.equal(await password(), 'moonlight')
  })
})
