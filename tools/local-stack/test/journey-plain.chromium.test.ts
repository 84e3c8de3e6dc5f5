import { createControl } from '@night-routine/google-emulator'
import t, { type Test } from 'tap'
import { beAway, changeNights, firstRun, unnamed } from './household-journey.ts'
import { lookAround } from './look-around.ts'
import { launchStack, stackPlace } from './running-stack.ts'
import { launchChromium, visitor } from './visitor.ts'

// One journey is enough for each change: the other one has a script, and home-plain.chromium.test.ts of web has none.
const isLong = process.env['LONG_TESTS'] !== undefined

async function withoutScript(t: Test) {
  const browser = await launchChromium(t)
  const stack = await launchStack(t, await stackPlace(t, unnamed))
  t.equal(stack.exitCode, undefined, stack.printed())
  const traveller = {
    page: await visitor(t, browser, { width: 360, javaScript: false, dark: true }),
    publicUrl: stack.publicUrl,
    control: createControl(stack.emulatorUrl),
    script: false,
  }
  await t.test('first run', async t => firstRun(t, traveller))
  await t.test('nights change hands', async t => changeNights(t, traveller))
  await t.test('a parent is away', async t => beAway(t, traveller))
  await t.test('months, numbers, history, a secret link, and out', async t =>
    lookAround(t, traveller),
  )
}

if (isLong) t.test('the whole journey without script, on a phone, in the dark', withoutScript)
