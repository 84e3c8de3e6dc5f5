import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addressesOf } from './addresses.ts'

// tap runs this before the test files (.taprc): starts the servers that they share, and writes their addresses.
const runner = process.ppid
const keeper = fork(join(import.meta.dirname, 'beside.ts'), [String(runner)], {
  detached: true,
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const [variables]: unknown[] = await Promise.race([once(keeper, 'message'), once(keeper, 'exit')])
if (keeper.exitCode !== null || keeper.signalCode !== null)
  throw new Error('The servers of the tests did not start.')
await mkdir(dirname(addressesOf(runner)), { recursive: true })
await writeFile(addressesOf(runner), JSON.stringify(variables))
keeper.disconnect()
keeper.unref()
