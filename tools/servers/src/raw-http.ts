import { connect } from 'node:net'

/** An answer as it came; the status is NaN if there was none. */
export interface RawAnswer {
  status: number
  /** By lowercase name. */
  headers: Record<string, string>
  body: string
}

/** What is answered to these bytes until the connection closes, or stays open for a while without a word. */
export async function sendBytes(
  port: number,
  bytes: Buffer,
  { timeoutMs = 30_000, isAll = false }: { timeoutMs?: number; isAll?: boolean } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => (text += String(chunk)))
  // A server that refuses a large body may close before it has read all of it.
  socket.on('error', () => undefined)
  socket.setTimeout(timeoutMs, () => socket.destroy())
  const closed = new Promise(resolve => socket.on('close', resolve))
  if (isAll) socket.end(bytes)
  else socket.write(bytes)
  await closed
  return text
}

/** Sends a request exactly as given; a client library would normalize it. */
export async function sendLines(port: number, lines: readonly string[], body = '') {
  const text = await sendBytes(port, Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'))
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [start = '', ...headers] = head.split('\r\n')
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(
      headers.map(line => [
        line.split(':', 1)[0]?.toLowerCase() ?? '',
        line.replace(/^[^:]*: ?/, ''),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  }
}
