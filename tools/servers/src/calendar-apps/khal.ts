import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../run.ts'
import { dayAfter, type AppAccount, type CalendarApp } from './app.ts'

const syncing = (folder: string, { url, username, password }: AppAccount) => `[general]
status_path = "${folder}/status/"
[pair nights]
a = "here"
b = "there"
collections = [["nights", "nights", "nights"]]
[storage here]
type = "filesystem"
path = "${folder}/calendars/"
fileext = ".ics"
[storage there]
type = "caldav"
url = "${url}"
username = "${username}"
password = "${password}"
`

const showing = (folder: string) => `[calendars]
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
`

const utf8 = ['LC_ALL=C.UTF-8']
const asDay = (date: string) => `;VALUE=DATE:${date.replaceAll('-', '')}`

/** khal, which shows and adds events, over vdirsyncer, which keeps them as files that a person edits. */
export const khal: CalendarApp = async (account, { move, remove, add, retitle }) => {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-khal-'))
  const configs = { vdirsyncer: join(folder, 'config'), khal: join(folder, 'khal') }
  const events = join(folder, 'calendars/nights')
  const vdirsyncer = async (...args: string[]) =>
    run('env', [...utf8, 'vdirsyncer', '-c', configs.vdirsyncer, ...args], {
      input: 'y\n'.repeat(9),
    })
  const show = async (...args: string[]) =>
    run('env', [...utf8, 'khal', '-c', configs.khal, ...args])
  async function fileOf(id: string) {
    for (const name of await readdir(events)) {
      const path = join(events, name)
      const text = await readFile(path, 'utf8')
      if (text.includes(`UID:${id}`)) return { path, text }
    }
    throw new Error(`no file has ${id}`)
  }
  async function edit(id: string, values: Record<string, string>) {
    const { path, text } = await fileOf(id)
    const lines = Object.entries(values).reduce(
      (before, [name, value]) =>
        before.replace(new RegExp(`^${name}[;:].*(?:\r?\n[ \t].*)*`, 'm'), `${name}${value}`),
      text,
    )
    await writeFile(path, lines)
  }
  try {
    await writeFile(configs.vdirsyncer, syncing(folder, account))
    await writeFile(configs.khal, showing(folder))
    await vdirsyncer('discover', 'nights')
    await vdirsyncer('sync')
    const titles = (await show('list', '--format', '{title}', 'today', '90d')).split('\n')
    await edit(move.id, { DTSTART: asDay(move.date), DTEND: asDay(dayAfter(move.date)) })
    await rm((await fileOf(remove)).path)
    await show('new', '-a', 'nights', add.date, add.title)
    await vdirsyncer('sync')
    await edit(retitle.id, { SUMMARY: `:${retitle.title}` })
    await vdirsyncer('sync')
    return titles
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
