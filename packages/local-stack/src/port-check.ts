import { once } from 'node:events'
import { createServer } from 'node:net'
import { StackError } from './errors.ts'

/** @throws {StackError} when somebody else listens on the port */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch (cause) {
    throw new StackError(
      `Port ${port} is taken. Stop what uses it, or choose another one: ${variable}=${port + 10} npm start`,
      { cause },
    )
  }
  probe.close()
  await once(probe, 'close')
}
