import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

interface Test {
  teardown(fn: () => Promise<void>): unknown
}

/** A self-signed certificate for localhost. */
export async function certificate() {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  return { cert, key }
}

/** Writes the response after the request was read. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** What a push service received. */
export interface Received {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A push service on this machine. */
export async function pushService(t: Test, answer: Answer) {
  const received: Received[] = []
  const { cert, key } = await certificate()
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      received.push({ path: url, headers, body: Buffer.concat(chunks) })
      answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { received, origin: `https://localhost:${port}`, agent: new Agent({ ca: cert }) }
}

function derive(input: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(info), length))
}

/** A browser's subscription, and how the browser decrypts what arrives (RFC 8291 and 8188). */
export function browser(endpoint: string) {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const secret = randomBytes(16)
  const subscription = {
    endpoint,
    p256dh: publicKey.toString('base64url'),
    auth: secret.toString('base64url'),
  }
  function decrypt(body: Buffer): unknown {
    const salt = body.subarray(0, 16)
    const idLength = body[20] ?? 0
    const sender = body.subarray(21, 21 + idLength)
    const sealed = body.subarray(21 + idLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const input = derive(own.computeSecret(sender), secret, info, 32)
    const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // The last record ends with a 2 and padding.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
  }
  return { subscription, decrypt }
}
