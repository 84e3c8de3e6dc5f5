import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { launchStack, stackPlace } from './running-stack.ts'

const notification = Object.fromEntries(
  ['channel-id', 'channel-token', 'resource-id', 'resource-state', 'resource-uri', 'message-number']
    .map(name => `x-goog-${name}`)
    .map(name => [name, 'forged']),
)

t.test('one address, everything behind it, a clean stop, and the same again', async t => {
  const place = await stackPlace(t)
  const stack = await launchStack(t, place)
  t.equal(stack.exitCode, undefined, stack.printed())
  t.match(stack.printed(), stack.publicUrl)

  const home = await fetch(stack.publicUrl)
  t.equal(home.status, 200)
  t.match(await home.text(), /Sign in/)
  t.equal((await fetch(`${stack.publicUrl}/readyz`)).status, 200)
  t.equal((await fetch(stack.emulatorUrl)).status, 200)
  const vaultUrl = `http://127.0.0.1:${place.VAULT_PORT}`
  t.equal((await fetch(vaultUrl)).status, 200, 'published sites remember the port of their host')

  const webhook = `${stack.publicUrl}/api/webhook/calendar`
  t.equal((await fetch(webhook)).status, 405, 'where the worker tells the emulator to send')
  const forged = { method: 'POST', headers: notification }
  t.match(await (await fetch(webhook, forged)).json(), { error: /not from a channel of ours/ })

  const second = await launchStack(t, { ...place })
  t.equal(second.exitCode, 1)
  t.match(second.printed(), `already running from this folder, at ${stack.publicUrl}`)

  // Another terminal does not know with which ports the stack was started.
  const elsewhere = { ...place, PORT: undefined, EMULATOR_PORT: undefined }
  const doctor = await launchStack(t, elsewhere, '--doctor')
  t.equal(doctor.exitCode, 0, doctor.printed())
  t.match(doctor.printed(), `ok      ${stack.publicUrl} leads to web, which is ready.`)
  t.match(doctor.printed(), ' 0 to fix')

  t.equal(await stack.interrupt(), 0)
  const late = await launchStack(t, place, '--doctor')
  t.equal(late.exitCode, 1)
  t.match(late.printed(), 'Night Routine does not run from this folder.')
  await t.rejects(fetch(stack.publicUrl))
  await t.rejects(fetch(stack.emulatorUrl))
  const data = place.DATA_FOLDER
  await t.rejects(stat(join(data, 'postgres', 'postmaster.pid')), 'the database is stopped')
  await t.rejects(stat(join(data, 'stack.lock')), 'the folder is free again')
  await t.rejects(stat(join(data, 'addresses.json')), 'no password is left lying about')
  t.equal((await stat(join(data, 'keys', 'secret-keys'))).mode & 0o777, 0o600)

  const key = () => readFile(join(data, 'keys', 'secret-keys'), 'utf8')
  const kept = await key()
  // A lock left by a killed stack is no obstacle; `npm run dev` starts the same; and all that is left
  // on this PATH is what finds the database its user.
  await writeFile(join(data, 'stack.lock'), '999999999 http://localhost:1\n')
  const withoutRedis = t.testdir({ id: t.fixture('symlink', '/usr/bin/id') })
  const again = await launchStack(t, { ...place, PATH: withoutRedis }, '--dev')
  t.equal(again.exitCode, undefined, again.printed())
  t.match(again.printed(), 'No redis-server or valkey-server on the PATH')
  t.equal((await fetch(`${again.publicUrl}/readyz`)).status, 200, 'the queue runs on PostgreSQL')
  t.equal(await key(), kept, 'state outlives a restart')
  await again.interrupt()

  // A start takes seven processes, and this one has one line that others have not.
  if (process.env['LONG_TESTS'] === undefined) return
  const fresh = await launchStack(t, place, '--fresh')
  t.equal(fresh.exitCode, undefined, fresh.printed())
  t.not(await key(), kept, '--fresh starts over')
  await fresh.interrupt()
})

t.test('what stands in the way is said in one sentence', async t => {
  const place = await stackPlace(t)
  const other = createServer().listen(Number(place.PORT), '127.0.0.1')
  await once(other, 'listening')
  const taken = await launchStack(t, place)
  t.equal(taken.exitCode, 1)
  t.match(taken.printed().trim(), new RegExp(`^Port ${place.PORT} is taken\\. .*$`))
  other.close()

  for (const [env, sentence] of [
    [{ PORT: 'http' }, 'PORT is "http"; it must be a port from 1 to 65535.'],
    [{ EMULATOR_PORT: '70000' }, 'EMULATOR_PORT is "70000"; it must be a port from 1 to 65535.'],
    [
      { EMULATOR_PORT: place.PORT },
      `PORT and EMULATOR_PORT are both ${place.PORT}; choose two ports.`,
    ],
  ] as const) {
    const refused = await launchStack(t, { ...place, ...env })
    t.equal(refused.exitCode, 1)
    t.equal(refused.printed().trim(), sentence)
  }
})

t.test('--fresh never empties a database that is not its own', async t => {
  const place = await stackPlace(t, { DATABASE_URL: 'postgres://somebody@else.example/production' })
  const stack = await launchStack(t, place, '--fresh')
  t.equal(stack.exitCode, 1)
  t.match(stack.printed(), /--fresh empties only the database of the local stack/)
})
