import { once } from 'node:events'
import { connect as dial, createServer, type AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { generate } from 'selfsigned'
import t from 'tap'
import type { Test } from 'tap'
import { connect } from '../src/connection/connect.ts'

const server = new URL(process.env['DATABASE_URL'] ?? '')

// A proxy to the real server that requires TLS with a certificate for its name, as a managed PostgreSQL does.
async function behindTls(t: Test) {
  const names = {
    subjectAltName: { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  }
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'basicConstraints', cA: true }, names.subjectAltName] as never,
  })
  let secured = 0
  const way = createServer(raw => {
    raw.once('data', () => {
      raw.write('S')
      const plain = new TLSSocket(raw, { isServer: true, cert, key })
      plain.on('secure', () => secured++)
      const real = dial(Number(server.port), server.hostname)
      for (const socket of [plain, real]) socket.on('error', () => real.destroy())
      plain.pipe(real).pipe(plain)
    })
    raw.on('error', () => undefined)
  }).listen(0, 'localhost')
  await once(way, 'listening')
  t.teardown(() => way.close())
  const { port } = way.address() as AddressInfo
  const folder = t.testdir({ 'ca.pem': cert })
  const address = (host: string, words: string) =>
    `postgres://${server.username}:${server.password}@${host}:${port}${server.pathname}?${words}`
  return { address, ca: `${folder}/ca.pem`, secured: () => secured }
}

async function one(url: string) {
  const db = connect({ url, applicationName: 'tls' })
  try {
    return (await sql<{ one: number }>`select 1 as one`.execute(db)).rows
  } finally {
    await db.destroy()
  }
}

t.test('goes through TLS, with the certificates that sslmode asks for', async t => {
  const { address, ca, secured } = await behindTls(t)
  const whole = 'sslmode=verify-full'
  t.same(await one(address('localhost', `${whole}&sslrootcert=${ca}`)), [{ one: 1 }])
  t.equal(secured(), 1)
  t.same(await one(address('localhost', 'sslmode=no-verify')), [{ one: 1 }], 'any')
  t.equal(secured(), 2)
  const unknown = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }
  await t.rejects(one(address('localhost', whole)), unknown, 'an unknown authority')
  const other = { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }
  await t.rejects(one(address('127.0.0.1', `${whole}&sslrootcert=${ca}`)), other, 'another name')
})
