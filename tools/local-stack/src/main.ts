import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runDoctor } from './run-doctor.ts'
import { runStack } from './stack.ts'
import { StackError } from './errors.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    dev: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
    doctor: { type: 'boolean', default: false },
  },
})

try {
  const { doctor, ...how } = values
  if (doctor) process.exitCode = await runDoctor({ root, env: process.env, ...how })
  else await runStack({ root, env: process.env, ...how })
} catch (error) {
  // A StackError is a sentence for the person at the terminal; anything else is a bug.
  console.error(error instanceof StackError ? error.message : error)
  process.exitCode = 1
}
