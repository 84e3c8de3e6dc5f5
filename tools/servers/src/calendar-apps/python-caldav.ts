import { run } from '../run.ts'
import { dayAfter, type CalendarApp } from './app.ts'

const script = `
import datetime, json, sys
import caldav, icalendar
account, edits, library, end = json.loads(sys.argv[1])
day = datetime.date.fromisoformat
client = caldav.DAVClient(url=account['url'], username=account['username'], password=account['password'])
calendar = caldav.Calendar(client=client, url=account['calendarId'])
print(json.dumps([str(event.vobject_instance.vevent.summary.value) for event in calendar.events()]))
def edit(uid, values):
    event = calendar.event_by_uid(uid)
    for name, value in values.items():
        if library == 'vobject':
            event.vobject_instance.vevent.contents[name][0].value = value
        else:
            for part in event.icalendar_instance.walk('vevent'):
                del part[name]
                part.add(name, value)
    event.save()
edit(edits['move']['id'], {'dtstart': day(edits['move']['date']), 'dtend': day(end)})
calendar.event_by_uid(edits['remove']).delete()
own = icalendar.Calendar()
event = icalendar.Event()
event.add('uid', 'python-' + library)
event.add('dtstamp', datetime.datetime.now())
event.add('dtstart', day(edits['add']['date']))
event.add('summary', edits['add']['title'])
own.add_component(event)
calendar.save_event(own.to_ical().decode())
edit(edits['retitle']['id'], {'summary': edits['retitle']['title']})
`

/** Debian's python3-caldav, with either of the libraries that its users edit events with. */
export function pythonCaldav(library: 'vobject' | 'icalendar'): CalendarApp {
  return async (account, edits) => {
    const args = JSON.stringify([account, edits, library, dayAfter(edits.move.date)])
    const printed = await run('/usr/bin/python3', ['-c', script, args])
    return JSON.parse(printed.trim().split('\n').at(-1) ?? '')
  }
}
