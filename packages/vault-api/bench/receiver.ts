import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A host that accepts and discards uploads, in a separate process so that its memory is not counted.
const server = createServer((request, response) => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  // A line of 10 ms there and back: on none at all, several at once have nothing to gain.
  request.on('end', () =>
    setTimeout(() => response.end(JSON.stringify({ status: 'ok', size: bytes })), 10),
  )
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.once('disconnect', () => process.exit())
