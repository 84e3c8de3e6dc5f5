import t from 'tap'
import { travel } from './journey.ts'
import { ownCalendar } from './provider.ts'
import { launchChromium } from './visitor.ts'

const browser = await launchChromium(t)

t.test('the whole journey of a household with the calendar of Night Routine', async t =>
  travel(t, browser, { provider: ownCalendar, script: true }),
)

t.test('the same without script, on a phone, in the dark', async t =>
  travel(t, browser, { provider: ownCalendar, script: false }),
)
