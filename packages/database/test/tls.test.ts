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

t.test('with sslmode=verify-full and the authority, queries go through TLS', async t => {
  const { address, ca, secured } = await behindTls(t)
  t.same(await one(address('localhost', `sslmode=verify-full&sslrootcert=${ca}`)), [{ one: 1 }])
  t.equal(secured(), 1)
})

t.test('a certificate of an unknown authority is refused, and one for another name', async t => {
  const { address, ca } = await behindTls(t)
  await t.rejects(one(address('localhost', 'sslmode=verify-full')), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  await t.rejects(one(address('127.0.0.1', `sslmode=verify-full&sslrootcert=${ca}`)), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})

t.test('sslmode=no-verify takes any certificate', async t => {
  const { address, secured } = await behindTls(t)
  t.same(await one(address('localhost', 'sslmode=no-verify')), [{ one: 1 }])
  t.equal(secured(), 1)
})
