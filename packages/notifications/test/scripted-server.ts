import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

interface Test {
  teardown(fn: () => Promise<void>): unknown
}

/** A server that answers with the next line of a script at each line it gets, whatever that is, and hangs up after the last. */
export async function scriptedServer(t: Test) {
  let script: Buffer[] = []
  const open = new Set<Socket>()
  const server = createServer(socket => {
    const left = [...script]
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    const answer = () => {
      const line = left.shift()
      if (line === undefined) socket.destroy()
      else socket.write(line)
    }
    socket.on('data', answer)
    answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** What it says from the next connection on, in UTF-8 or byte by byte. */
    say(lines: readonly string[], isUtf8: boolean) {
      script = lines.map(line => Buffer.from(`${line}\r\n`, isUtf8 ? 'utf8' : 'latin1'))
    },
  }
}
