import t from 'tap'
import { travel } from './journey.ts'
import { google } from './provider.ts'
import { launchChromium } from './visitor.ts'

const browser = await launchChromium(t)

t.test('the whole journey, from one command to signing out', async t =>
  travel(t, browser, { provider: google, script: true }),
)

// One journey is enough for each change: home-plain.chromium.test.ts of web has no script either.
if (process.env['LONG_TESTS'] !== undefined)
  t.test('the whole journey without script, on a phone, in the dark', async t =>
    travel(t, browser, { provider: google, script: false }),
  )
