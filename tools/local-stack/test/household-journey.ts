import type { Test } from 'tap'
import { eventually, looksRight, signIn, type Traveller } from './traveller.ts'

/** One of the next nights. */
interface Upcoming {
  id: string
  name: string
}

/** Signs in and sets the household up on one screen. Nothing is in the calendar before. */
export async function firstRun(t: Test, traveller: Traveller): Promise<void> {
  const { page, publicUrl, provider, script } = traveller
  await page.goto(publicUrl)
  t.equal(await page.getByRole('link', { name: 'Settings' }).count(), 0, 'nothing of a household')
  await signIn(traveller)
  t.equal(page.url(), `${publicUrl}/calendars`)
  await looksRight(t, traveller)

  await page.goto(publicUrl)
  await page.locator('[aria-current=step] a[href="/calendars"]').click()
  await provider.chooseCalendar(t, page)
  t.same(await provider.events(), [], 'nothing is written yet')
  await page.getByLabel('Your name').fill('Anton')
  await page.getByLabel('The other parent', { exact: true }).fill('Taïna')
  await page.getByRole('button', { name: 'Start' }).click()
  t.equal(page.url(), `${publicUrl}/`)
  t.equal(await page.getByText('First steps').count(), 0, 'the household is set up')

  await page.goto(`${publicUrl}/settings`)
  const family = page.locator('form[action="/settings"]')
  await family.getByLabel('First parent').fill('Antoine')
  await family.getByRole('button', { name: 'Show what would change' }).click()
  t.match(
    await page.getByRole('region', { name: 'What would change' }).innerText(),
    'Nothing is saved yet',
  )
  await family.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await looksRight(t, traveller)
  await page.goto(publicUrl)
  // On a slow machine the page first shows the progress, which only script updates.
  await eventually(t, 'the calendar is up to date', async () => {
    if (!script) await page.goto(publicUrl)
    return page.getByText('is up to date').isVisible()
  })
}

/** The month with enough nights ahead: in the last days of one, the next one. */
function monthAhead({ publicUrl }: Traveller): string {
  const today = Temporal.Now.plainDateISO()
  if (today.day < 20) return publicUrl
  return `${publicUrl}/?month=${today.add({ months: 1 }).toPlainYearMonth().toString()}`
}

async function upcoming({ page }: Traveller): Promise<Upcoming[]> {
  return page.evaluate<
    Upcoming[]
  >(`[...document.querySelectorAll('.month td:not(.is-past, .is-tonight) a')].slice(0, 7)
    .map(link => ({
      id: new URL(link.href).searchParams.get('night'),
      name: link.querySelector('.long').textContent.trim(),
    }))`)
}

/** Opens a night from the month; gives its date. */
async function openNight({ page }: Traveller, { id }: Upcoming): Promise<string> {
  await page.locator(`.month a[href*="night=${id}#"]`).click()
  await page.waitForURL(url => url.searchParams.get('night') === id)
  const history = await page.locator('#night a[href^="/history"]').getAttribute('href')
  return history?.split('night=')[1] ?? ''
}

/** Who has a night of the month that the page shows, whichever month that is. */
const nameOf = async ({ page }: Traveller, { id }: Pick<Upcoming, 'id'>) =>
  page.evaluate<string | undefined>(
    `document.querySelector('.month a[href*="night=${id}#"] .long')?.textContent.trim()`,
  )

const eventOf = async ({ provider }: Traveller, date: string) =>
  (await provider.events()).find(({ start }) => start.date === date)

/** Every change of a night: given, undone, swapped, a babysitter's, unlocked, edited in the calendar. */
export async function changeNights(t: Test, traveller: Traveller): Promise<void> {
  const { page, publicUrl, provider, script } = traveller
  const press = (name: string | RegExp) =>
    page.locator('#night').getByRole('button', { name, exact: true }).click()
  const choose = (name: string | RegExp) =>
    page.locator('#night').getByRole('link', { name }).first().click()
  const said = (args: string) => page.locator('.said').getByText(args).waitFor()
  const isNow = (night: Upcoming, name: string) =>
    eventually(t, `${night.id} is ${name}'s`, async () => (await nameOf(traveller, night)) === name)
  await page.goto(monthAhead(traveller))
  const [night, other] = await upcoming(traveller)
  if (!night || !other) throw new Error('nothing is planned')
  const [mine, theirs] = [night.name, night.name === 'You' ? 'Taïna' : 'You']
  const give = theirs === 'You' ? 'I’ll do it' : 'Give to Taïna'

  const date = await openNight(traveller, night)
  t.equal(await page.getByRole('dialog').count(), script ? 1 : 0, 'script makes it a dialog')
  await looksRight(t, traveller)
  t.equal(await page.locator('.rules strong').count(), 1, 'one rule decided')
  t.match(await page.locator('#night-title').innerText(), `: ${mine}`)
  await choose(give)
  await press(give)
  await isNow(night, theirs)
  await page.getByRole('button', { name: 'Undo' }).click()
  await said('Undone.')
  // Without script, the form leads to the month of today.
  if (!script) await page.goto(monthAhead(traveller))
  await isNow(night, mine)

  await openNight(traveller, night)
  await choose(/^Choose… Swap/)
  await choose(/^\w+day /)
  await page.locator('#night').getByText(' would get ').first().waitFor()
  const partner = new URL(page.url()).searchParams.get('swap') ?? ''
  await press('Swap')
  await said('Swapped.')
  await isNow(night, theirs)
  await openNight(traveller, night)
  t.match(await page.locator('#night').innerText(), 'Locked: won’t change on its own.')
  await choose('Someone else…')
  await page.getByLabel('Babysitter’s name').fill('Maria')
  await press('Book')
  await said('Booked.')
  await isNow(night, 'Maria')
  await eventually(t, 'the calendar says so', async () =>
    Boolean((await eventOf(traveller, date))?.summary?.startsWith('[Maria]')),
  )

  await openNight(traveller, night)
  await choose('Unlock')
  await press('Unlock')
  await said('Unlocked.')
  // The message stays, and the next one says the same.
  await page.getByRole('button', { name: 'Close this message' }).click()
  await page.locator('.toast').waitFor({ state: 'detached' })
  await page.goto(`${publicUrl}/?night=${partner}&choice=unlock`)
  await press('Unlock')
  await said('Unlocked.')

  await page.goto(monthAhead(traveller))
  const event = await eventOf(traveller, date)
  await provider.editTitle(event?.id ?? '', '[Jo] 🌃👶Routine')
  // An open page updates itself. Without JavaScript, a person presses Sync.
  if (!script) await page.getByRole('button', { name: 'Sync' }).click()
  await eventually(t, 'an edit in the calendar is seen', async () => {
    if (!script) await page.goto(monthAhead(traveller))
    return (await nameOf(traveller, night)) === 'Jo'
  })
}

/** A parent is away: tried out, saved, and gone again. */
export async function beAway(t: Test, traveller: Traveller): Promise<void> {
  const { page, publicUrl } = traveller
  await page.goto(monthAhead(traveller))
  const night = (await upcoming(traveller)).findLast(({ name }) => name === 'You')
  if (!night) throw new Error('Antoine has a night in seven')
  const date = await openNight(traveller, night)
  await page.goto(`${publicUrl}/settings`)
  const absence = page.locator('form[action="/settings/absences"]')
  await absence.getByLabel('Who').selectOption('Antoine')
  await absence.getByLabel('First night').fill(date)
  await absence.getByRole('button', { name: 'Show what would change' }).click()
  t.match(await page.getByRole('region', { name: 'What would change' }).innerText(), 'Taïna')
  await absence.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /^Remove Antoine/ }).waitFor()
  await looksRight(t, traveller)
  await page.goto(monthAhead(traveller))
  t.equal(await nameOf(traveller, night), 'Taïna')
  await page.goto(`${publicUrl}/settings`)
  await page.getByRole('button', { name: /^Remove Antoine/ }).click()
  await page.getByText('Absence removed.').waitFor()
}

/** Numbers, history, and out. */
export async function lookAround(t: Test, traveller: Traveller): Promise<void> {
  const { page, publicUrl, provider } = traveller
  await page.goto(publicUrl)
  await page.getByRole('link', { name: 'Balance' }).click()
  t.match(await page.locator('.balance').innerText(), 'No night is done yet. This is the plan.')
  await looksRight(t, traveller)
  await page.getByRole('link', { name: 'History' }).click()
  const did = (await page.locator('.did > bdi').allInnerTexts()).join(', ')
  for (const text of ['You are no longer away', 'You are away', 'You booked Maria', 'You swapped'])
    t.match(did, text)
  await looksRight(t, traveller)
  await page.locator('header a[href="/you"]').click()
  await page.locator('footer').getByRole('button', { name: 'Sign out' }).click()
  await page.goto(`${publicUrl}/statistics`)
  t.ok(await provider.link(page).isVisible(), 'and out')
}
