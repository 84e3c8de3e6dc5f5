import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

interface Test {
  teardown(fn: () => Promise<void>): unknown
}

/** What a client takes for the end of an answer. */
const last = /^\d{3}(?: |$)/

/**
 * A server that answers whatever it gets with the next lines of a script, to the end of an answer, and hangs up after
 * the last line.
 */
export async function scriptedServer(t: Test) {
  let script: { line: string; bytes: Buffer }[] = []
  const open = new Set<Socket>()
  const server = createServer(socket => {
    const left = [...script]
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    const answer = () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        socket.write(next.bytes)
        if (last.test(next.line)) return
      }
      socket.end()
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
      const encoding = isUtf8 ? 'utf8' : 'latin1'
      script = lines.map(line => ({ line, bytes: Buffer.from(`${line}\r\n`, encoding) }))
    },
  }
}
