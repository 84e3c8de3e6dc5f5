import root from 'tap'
import { startEmulator, type Emulator } from './start-emulator.ts'

interface Test {
  teardown(fn: () => Promise<void>): unknown
}

const idle: Emulator[] = []

/**
 * An emulator at its seeds, which no other test uses until `t` is torn down. The next test gets the same one,
 * because a reset costs much less than a start. It closes after the last test.
 */
export async function emulatorFor(t: Test): Promise<Emulator> {
  const emulator = idle.pop() ?? (await start())
  t.teardown(async () => {
    await emulator.control.releaseDelayed()
    await emulator.control.reset()
    idle.push(emulator)
  })
  return emulator
}

async function start(): Promise<Emulator> {
  const emulator = await startEmulator()
  root.teardown(() => emulator.close())
  return emulator
}
