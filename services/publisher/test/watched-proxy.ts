import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/**
 * A proxy between publisher and host: records every call, and can stall uploads halfway or refuse all
 * calls.
 */
export async function watchedProxy(t: Test) {
  let upstream = 0
  let holdAt = Infinity
  let uploads = 0
  let down = false
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
  const calls: string[] = []
  const bytes = { sent: 0, answered: 0 }
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked
    if (down) {
      asked.socket.destroy()
      return
    }
    const file = decodeURIComponent(String(headers['pub-path'] ?? ''))
    calls.push(`${path ?? ''} ${file}`.trim())
    asked.on('data', (chunk: Buffer) => (bytes.sent += chunk.length))
    const passed = request({ port: upstream, host: '127.0.0.1', method, path, headers }, back => {
      answer.writeHead(back.statusCode ?? 502, back.headers)
      back.on('data', (chunk: Buffer) => (bytes.answered += chunk.length))
      back.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    // The client is gone, so the request is dropped.
    answer.on('close', () => {
      if (!answer.writableFinished) passed.destroy()
    })
    if (file !== '' && ++uploads >= holdAt) {
      // The first half arrives, and then nothing more.
      asked.once('data', (chunk: Buffer) => {
        asked.resume()
        passed.write(chunk.subarray(0, chunk.length / 2))
        isHeld()
      })
    } else {
      asked.pipe(passed)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    to: (other: number) => (upstream = other),
    /** The calls since the last check, in order. */
    calls: () => calls.splice(0),
    /** The body bytes since the last check, in both directions. */
    bytes: () => {
      const seen = { ...bytes }
      Object.assign(bytes, { sent: 0, answered: 0 })
      return seen
    },
    /** Holds the uploads from the `count`th on; resolves when the first is held. */
    hold: (count: number) => {
      uploads = 0
      holdAt = count
      return held
    },
    release: () => (holdAt = Infinity),
    takeDown: () => {
      down = true
      server.closeAllConnections()
    },
    bringUp: () => (down = false),
  }
}
