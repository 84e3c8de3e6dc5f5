import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../run.ts'
import { dayAfter, type CalendarApp } from './app.ts'

const script = `
import json, sys, time, urllib.parse
import gi
for name, version in (('ECal', '2.0'), ('EDataServer', '1.2'), ('ICalGLib', '3.0')):
    gi.require_version(name, version)
from gi.repository import ECal, EDataServer, ICalGLib
account, edits, end = json.loads(sys.argv[1])
server = urllib.parse.urlparse(account['url'])
registry = EDataServer.SourceRegistry.new_sync(None)
source = EDataServer.Source.new_with_uid('nights', None)
source.get_extension(EDataServer.SOURCE_EXTENSION_CALENDAR).set_backend_name('caldav')
source.get_extension(EDataServer.SOURCE_EXTENSION_SECURITY).set_method('none')
source.get_extension(EDataServer.SOURCE_EXTENSION_WEBDAV_BACKEND).set_resource_path(account['calendarId'])
authentication = source.get_extension(EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
authentication.set_host(server.hostname)
authentication.set_port(server.port)
authentication.set_user(account['username'])
registry.commit_source_sync(source, None)
source = registry.ref_source('nights')
source.store_password_sync(account['password'], True, None)
calendar = ECal.Client.connect_sync(source, ECal.ClientSourceType.EVENTS, 1, None)
events = []
while len(events) < 30:
    time.sleep(0.1)
    events = calendar.get_object_list_sync('#t', None)[1]
print(json.dumps([event.get_summary() for event in events]))
day = lambda date: ICalGLib.Time.new_from_string(date.replace('-', ''))
def edit(uid, change):
    event = calendar.get_object_sync(uid, None, None)[1]
    change(event)
    calendar.modify_object_sync(event, ECal.ObjModType.ALL, ECal.OperationFlags.NONE, None)
def move(event):
    event.set_dtstart(day(edits['move']['date']))
    event.set_dtend(day(end))
edit(edits['move']['id'], move)
calendar.remove_object_sync(edits['remove'], None, ECal.ObjModType.ALL, ECal.OperationFlags.NONE, None)
own = ICalGLib.Component.new_vevent()
own.set_uid('evolution')
own.set_summary(edits['add']['title'])
own.set_dtstart(day(edits['add']['date']))
calendar.create_object_sync(own, ECal.OperationFlags.NONE, None)
edit(edits['retitle']['id'], lambda event: event.set_summary(edits['retitle']['title']))
`

/** The CalDAV backend of GNOME's Evolution and Calendar, without their windows. */
export const evolution: CalendarApp = async (account, edits) => {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-evolution-'))
  const env = [
    '--unset=DISPLAY',
    `HOME=${folder}`,
    `XDG_RUNTIME_DIR=${folder}`,
    // Passwords are in a file: a keyring would open a window and ask for its own one.
    'SECRET_BACKEND=file',
    `SECRET_FILE_TEST_PATH=${folder}/keyring`,
    'SECRET_FILE_TEST_PASSWORD=keyring',
  ]
  try {
    const given = JSON.stringify([account, edits, dayAfter(edits.move.date)])
    const program = ['timeout', '60', 'dbus-run-session', '--', '/usr/bin/python3', '-c', script]
    const printed = await run('env', [...env, ...program, given])
    return JSON.parse(printed.split('\n').find(line => line.startsWith('[')) ?? '')
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
