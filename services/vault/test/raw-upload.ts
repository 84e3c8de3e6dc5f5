import { connect } from 'node:net'

/** An upload in the letters of HTTP, so that it can be what no client library would send. */
export interface RawUpload {
  headers: readonly (readonly [string, string])[]
  body?: Uint8Array | string
  /** Closes the sending half after the body. */
  breakOff?: boolean
}

/** Sends it over a separate connection. @returns the raw response, empty if there was none */
export async function rawUpload(
  port: number,
  { headers, body = '', breakOff = false }: RawUpload,
): Promise<{ status: number; text: string }> {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise(resolve => socket.on('close', resolve))
  socket.on('error', () => undefined)
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => (text += String(chunk)))
  const head = [['Host', 'vault.example.org'], ['Connection', 'close'], ...headers]
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.write(`POST /api/upload HTTP/1.1\r\n${head}\r\n`)
  socket.write(body)
  if (breakOff) socket.end()
  await closed
  return { status: Number(text.split(' ')[1]), text }
}
