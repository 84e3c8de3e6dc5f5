import { fileURLToPath } from 'node:url'
import { ServerError } from '@night-routine/servers'
import { StackError } from '../errors.ts'
import { recoverStack } from './recover-stack.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const ended = new AbortController()
for (const event of ['SIGINT', 'SIGTERM']) process.once(event, () => ended.abort())
try {
  process.exitCode = await recoverStack(process.argv.slice(2), {
    root,
    env: process.env,
    signal: ended.signal,
    print: line => console.log(line),
  })
} catch (error) {
  const isSentence = error instanceof StackError || error instanceof ServerError
  console.error(isSentence ? error.message : error)
  process.exitCode = 1
}
