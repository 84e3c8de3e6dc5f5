import t from 'tap'
import { travel } from './journey.ts'
import { ownServers } from './provider.ts'
import { launchChromium } from './visitor.ts'

const browser = await launchChromium(t)

t.test('the whole journey of a household with its own servers', async t =>
  travel(t, browser, { provider: ownServers, script: true }),
)

t.test('the same without script, on a phone, in the dark', async t =>
  travel(t, browser, { provider: ownServers, script: false }),
)
