import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from '@night-routine/servers'
import { generate } from 'selfsigned'
import t from 'tap'
import { checkBackend, reachBackend, type Backend } from '../../src/index.ts'
import { testKind } from './test-kind.ts'
import { eventually } from './eventually.ts'
import { collectLines } from './log-lines.ts'
import { family, produce, work } from './parts.ts'

const folder = t.testdir()
const authority = { name: 'basicConstraints', cA: true }
const names = { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }
const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
  keySize: 2048,
  extensions: [authority, names] as never,
})
for (const [name, text] of Object.entries({ cert, key }))
  writeFileSync(`${folder}/${name}.pem`, text)

const port = await freePort()
const files = ['--tls-cert-file', `${folder}/cert.pem`, '--tls-key-file', `${folder}/key.pem`]
const text = ['--port', '0', '--tls-port', String(port), ...files, '--tls-auth-clients', 'no']
const none = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction']
const server = spawn('redis-server', [...text, ...none, '--bind', '127.0.0.1', '-::1'])
t.teardown(() => server.kill('SIGKILL'))
for await (const line of server.stdout) if (String(line).includes('Ready to accept')) break
await sleep(50)
const backend: Backend = { kind: 'redis', url: `rediss://localhost:${port}` }

t.test('rediss:// refuses an untrusted certificate, with the reason', async t => {
  const { logger, lines } = collectLines()
  await checkBackend(backend, logger)
  t.match(lines, [{ details: { err: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } } }])
})

t.test('with a trusted certificate, wake-ups use TLS', async t => {
  // The same as NODE_EXTRA_CA_CERTS does for a whole process.
  setDefaultCACertificates([...getCACertificates('default'), cert])
  await t.resolves(reachBackend(backend))
  const kind = testKind()
  const { producer } = produce(t, backend)
  const { runs } = work(t, backend, kind)
  t.ok(await producer.wake(kind, family))
  t.ok(await eventually(() => runs.length === 1))
})
