import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runStack } from './stack.ts'
import { StackError } from './errors.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    dev: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
  },
})

try {
  await runStack({ root, env: process.env, ...values })
} catch (error) {
  // A StackError is a sentence for the person at the terminal; anything else is a fault of ours.
  console.error(error instanceof StackError ? error.message : error)
  process.exitCode = 1
}
