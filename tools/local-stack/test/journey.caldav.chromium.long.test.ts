import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removePostgres } from '@night-routine/servers'
import { calendarPerson } from '@night-routine/servers/caldav'
import t from 'tap'
import { eventually, monthAhead, openNight, unnamed, upcoming } from './household-journey.ts'
import { launchStack, stackPlace } from './running-stack.ts'
import { fitsTheScreen, launchChromium, visitor } from './visitor.ts'

const browser = await launchChromium(t)

t.test('a household with its own servers, from sign-in to a changed event', async t => {
  const place = await stackPlace(t, unnamed)
  t.teardown(async () => {
    const folder = `${place.DATA_FOLDER}-caldav`
    await removePostgres(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  })
  const stack = await launchStack(t, place, '--caldav')
  t.equal(stack.exitCode, undefined, stack.printed())
  const { publicUrl } = stack
  const page = await visitor(t, browser, { width: 360, javaScript: true })
  // The provider's own pages ask for a font of a stranger.
  await page.route(
    ({ hostname }) => hostname !== 'localhost',
    route => route.fulfill({ contentType: 'text/css', body: '' }),
  )
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\//.exec(stack.printed()) ?? []
  const home = `${url}parents/`
  const account = { username: 'parents', password: 'secret', stop: async () => undefined }
  const person = calendarPerson({ url, home, ...account })

  await t.test('signs in with its own provider', async t => {
    await page.goto(publicUrl)
    await page.getByRole('link', { name: 'Sign in with' }).click()
    await page.locator('[name=login]').fill('alex@example.com')
    await page.locator('[name=password]').fill('any')
    await page.locator('[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${publicUrl}/calendars`)
    await fitsTheScreen(t, page)
  })

  let calendarId = ''
  await t.test('makes a calendar, and fills it', async t => {
    await page.getByRole('button', { name: 'Make a calendar “Night Routine”' }).click()
    const calendar = page.getByLabel('Night Routine')
    calendarId = (await calendar.getAttribute('value')) ?? ''
    await calendar.check()
    await page.getByLabel('Your name').fill('Antoine')
    await page.getByLabel('The other parent', { exact: true }).fill('Taïna')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('is up to date').waitFor()
    t.notMatch(await page.locator('body').innerText(), /google/i)
    t.ok((await person.events(calendarId)).length >= 30)
  })

  await t.test('gives a night to the other parent, whose event then says so', async t => {
    await page.goto(monthAhead({ publicUrl }))
    const [night] = await upcoming({ page })
    if (!night) throw new Error('nothing is planned')
    const other = night.name === 'Antoine' ? 'Taïna' : 'Antoine'
    const date = await openNight({ page }, night)
    await page
      .locator('#night')
      .getByRole('button', { name: `Give to ${other}` })
      .click()
    await page.locator('.said').getByText(`${other} has `).waitFor()
    const titleOf = async () =>
      (await person.events(calendarId)).find(({ start }) => start.date === date)?.summary
    const title = `[${other}] 🌃👶Routine`
    await eventually(t, title, async () => (await titleOf()) === title)
  })
  await page.goto('about:blank')
})
