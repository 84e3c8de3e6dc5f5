import { evolution, thunderbird } from '@night-routine/servers/calendar-apps'
import t from 'tap'
import { checkApps } from './own-clients.ts'

t.test('calendar apps of desktops edit the nights', async t =>
  checkApps(t, { Evolution: evolution, Thunderbird: thunderbird }),
)
