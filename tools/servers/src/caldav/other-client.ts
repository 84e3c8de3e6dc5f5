import { run } from '../run.ts'
import type { CalendarServer } from './account.ts'

const script = `
import sys
import caldav
url, user, password, calendar, uid, title, library = sys.argv[1:]
client = caldav.DAVClient(url=url, username=user, password=password)
event = caldav.Calendar(client=client, url=calendar).event_by_uid(uid)
if library == 'vobject':
    event.vobject_instance.vevent.summary.value = title
else:
    for part in event.icalendar_instance.walk('vevent'):
        part['summary'] = title
event.save()
`

/**
 * Changes a title with Debian's python3-caldav, by either of the libraries that its users edit events with.
 * @throws {ServerError} when it fails
 */
export async function editWithPython(
  { url, username, password }: CalendarServer,
  {
    calendarId,
    id,
    title,
    library,
  }: { calendarId: string; id: string; title: string; library: 'vobject' | 'icalendar' },
): Promise<void> {
  const args = [url, username, password, calendarId, id, title, library]
  await run('/usr/bin/python3', ['-c', script, ...args])
}
