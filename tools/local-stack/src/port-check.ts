import { once } from 'node:events'
import { createServer } from 'node:net'
import { StackError } from './errors.ts'

/** Whether the port is free. */
export async function isFreePort(port: number): Promise<boolean> {
  try {
    await probe(port)
    return true
  } catch {
    return false
  }
}

async function probe(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** @throws {StackError} when another program listens on the port */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  try {
    await probe(port)
  } catch (cause) {
    throw new StackError(
      `Port ${port} is taken. Stop what uses it, or choose another one: ${variable}=${port + 10} npm start`,
      { cause },
    )
  }
}
