import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNights } from '@night-routine/database/nights'
import { run, waitFor } from '@night-routine/servers'
import { calendarPerson, editWithPython } from '@night-routine/servers/caldav'
import t from 'tap'
import { composedAt, visitorOf, type Composed } from './composed-at.ts'
import { ownCalendarOf } from './own-calendar-of.ts'

// Clients that other people wrote, as Debian ships them.

const today = Temporal.Now.plainDateISO('Europe/Paris')

/** Waits until a night is locked for whom a title names. */
async function follows({ db }: Composed, days: number, title: string): Promise<void> {
  const night = today.add({ days })
  await waitFor(`${night.toString()} to follow ${title}`, async () => {
    const [found] = await readNights(db, night, night)
    return found?.override && found.caregiver === (title.includes('Alex') ? 'a' : 'b')
  })
}

const swapped = (title: string) =>
  title.includes('Alex') ? title.replace('Alex', 'Robin') : title.replace('Robin', 'Alex')

t.test('clients of others list, edit, move, remove and add', async t => {
  const home = await composedAt(t, { settings: { CALENDAR: 'own' } })
  await home.ready()
  const visitor = await visitorOf(home)
  await home.quiet()
  const account = await ownCalendarOf(home, visitor)
  const { calendarId } = account
  const seen = async (days: number) => {
    const all = await calendarPerson(account).events(calendarId)
    const event = all.find(({ start }) => start.date === today.add({ days }).toString())
    if (event === undefined) throw new Error(`no event in ${days} days`)
    return event
  }

  for (const [days, library] of [
    [3, 'vobject'],
    [4, 'icalendar'],
  ] as const)
    await t.test(`python3-caldav with ${library}`, async () => {
      const { id, summary } = await seen(days)
      const title = swapped(summary)
      await editWithPython(
        { ...account, stop: async () => undefined },
        { calendarId, id, title, library },
      )
      await follows(home, days, title)
    })

  await t.test('vdirsyncer and khal', async t => {
    const folder = t.testdir()
    const config = join(folder, 'config')
    const { url, username, password } = account
    await writeFile(
      config,
      `[general]
status_path = "${folder}/status/"
[pair nights]
a = "here"
b = "there"
collections = [["nights", "nights", "nights"]]
conflict_resolution = "b wins"
[storage here]
type = "filesystem"
path = "${folder}/calendars/"
fileext = ".ics"
[storage there]
type = "caldav"
url = "${url}"
username = "${username}"
password = "${password}"
`,
    )
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    const vdirsyncer = async (...args: string[]) =>
      run('sh', ['-c', 'yes | vdirsyncer -c "$0" "$@"', config, ...args], { env })
    await vdirsyncer('discover', 'nights')
    await vdirsyncer('sync')
    const files = async () => readdir(join(folder, 'calendars/nights'))
    t.ok((await files()).length >= 30, 'each night is a file')

    const khalConfig = join(folder, 'khal')
    await writeFile(
      khalConfig,
      `[calendars]
[[nights]]
path = ${folder}/calendars/nights
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${folder}/khal.db
`,
    )
    const khal = async (...args: string[]) => run('khal', ['-c', khalConfig, ...args], { env })
    const listed = await khal('list', String(today), '5d')
    t.match(listed, /Alex|Robin/, 'khal shows who does a night')
    await khal('new', '-a', 'nights', String(today.add({ days: 2 })), 'Dentist')

    const edited = await seen(5)
    const title = swapped(edited.summary)
    const path = join(folder, 'calendars/nights', edited.href.split('/').at(-1) ?? '')
    await writeFile(path, (await readFile(path, 'utf8')).replace(edited.summary, title))
    const removed = await seen(6)
    await rm(join(folder, 'calendars/nights', removed.href.split('/').at(-1) ?? ''))
    await vdirsyncer('sync')
    await follows(home, 5, title)
    await waitFor('the removed night to come back', async () => seen(6).catch(() => false))
    await vdirsyncer('sync')
    const titles = (await calendarPerson(account).events(calendarId)).map(({ summary }) => summary)
    t.ok(titles.includes('Dentist'), 'an event of their own stays')
  })
})
