import { khal, pythonCaldav } from '@night-routine/servers/calendar-apps'
import t from 'tap'
import { checkApps } from './own-clients.ts'

t.test('programs of other people edit the nights', async t =>
  checkApps(t, {
    'python3-caldav with vobject': pythonCaldav('vobject'),
    'python3-caldav with icalendar': pythonCaldav('icalendar'),
    'vdirsyncer and khal': khal,
  }),
)
