import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../run.ts'
import type { CalendarServer } from './account.ts'

const python = '/usr/bin/python3'

const pair = (folder: string, { url, username, password }: CalendarServer) => `[general]
status_path = "${folder}/status/"
[pair family]
a = "here"
b = "there"
collections = null
conflict_resolution = "b wins"
[storage here]
type = "filesystem"
path = "${folder}/files/"
fileext = ".ics"
[storage there]
type = "caldav"
url = "${url}"
username = "${username}"
password = "${password}"
`

const calendars = (folder: string) => `[calendars]
[[family]]
path = ${folder}/files/
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${folder}/khal.db
`

/**
 * Another person who edits a calendar in a terminal: Debian's vdirsyncer copies it into files, and khal changes them.
 * @throws {ServerError} when either fails
 */
export async function khalPerson(
  folder: string,
  server: CalendarServer,
  { calendarId, inherited }: { calendarId: string; inherited: NodeJS.ProcessEnv },
) {
  const [pairFile, khalFile] = [join(folder, 'vdirsyncer.conf'), join(folder, 'khal.conf')]
  await mkdir(join(folder, 'files'), { recursive: true })
  const url = new URL(calendarId, server.url).href
  await writeFile(pairFile, pair(folder, { ...server, url }))
  await writeFile(khalFile, calendars(folder))
  const env = { ...inherited, LC_ALL: 'C.UTF-8' }
  const vdirsyncer = (word: string) =>
    run(python, ['-m', 'vdirsyncer', '-c', pairFile, word], { input: 'y\n', env })
  const khal = ['-c', 'from khal.cli import main_khal; main_khal()', '-c', khalFile]
  await vdirsyncer('discover')
  return {
    sync: () => vdirsyncer('sync'),
    /** Changes the title of an event in the files. */
    async edit(id: string, title: string): Promise<void> {
      await run(python, [...khal, 'edit', '--show-past', id], { input: `s\n${title}\nq\n`, env })
    },
  }
}
