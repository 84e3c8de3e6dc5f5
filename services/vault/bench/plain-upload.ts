import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

// The measure: Node's own server, which streams what comes to a file and answers. It checks nothing,
// and does not wait for the disk.
const folder = process.env['VAULT_FOLDER'] ?? '.'
const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(join(folder, randomUUID()))).then(() =>
    response.end('{"status":"ok"}'),
  )
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.once('disconnect', () => process.exit())
