import { writeFileSync } from 'node:fs'
import { messageTypes } from './message-types.ts'

writeFileSync(new URL('../src/messages.ts', import.meta.url), messageTypes())
