import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { householdTransaction, transaction } from '@night-routine/database/connection'
import { readParents, saveParents } from '@night-routine/database/nights'
import { noteNight } from '@night-routine/household'
import { createGate, waitFor } from '@night-routine/servers'
import { by, fix, nightOn } from '@night-routine/testing/household'
import t from 'tap'
import { backOffSeconds } from '../../src/home-assistant/announce.ts'
import { home } from './home.ts'

t.test('a day: the plan, a change, a note, the next night, names and language', async t => {
  const { db, worker, state, becomes, heard, config, clock, change, lines, looked } = await home(t)
  const announcing = worker()
  await becomes('availability', 'online')
  t.equal(state('tonight'), 'Alex')
  t.equal(state('next_change'), '2026-11-21')
  t.equal(state('next_change/attributes'), '{"who":"Robin","kind":"parent"}')
  t.same([state('my_turn_a'), state('my_turn_b')], ['ON', 'OFF'])
  t.match(heard(config), '"name":"Alex has tonight"')
  await looked()
  t.equal(new Set(lines).size, lines.length, 'what has not changed is published once')

  await fix(db, '2026-11-20', 'b')
  await becomes('tonight', 'Robin')
  await becomes('my_turn_b', 'ON')
  t.equal(state('my_turn_a'), 'OFF')
  const { id } = await nightOn(db, '2026-11-20')
  const note = (shared: boolean) =>
    householdTransaction(db, trx => noteNight(trx, { id, note: 'bath', shared, ...by }))
  await note(true)
  await becomes('tonight/attributes', /"note":"bath"/)
  await note(false)
  await becomes('tonight/attributes', /"note":null/)

  // Four in the morning in Paris.
  clock.at = Temporal.Instant.from('2026-11-21T03:00:00Z')
  await becomes('tonight/attributes', /"date":"2026-11-21"/)

  await transaction(db, async trx => {
    const { a, b } = await readParents(trx)
    await saveParents(trx, { a: { ...a, name: 'Camille' }, b: { ...b, name: 'Inès' } })
  })
  await change({ language: 'fr' })
  await becomes('tonight', 'Inès')
  await waitFor('names in French', () => heard(config)?.includes('"name":"Camille ce soir"'))

  await announcing.close()
  await becomes('availability', 'offline')
})

t.test('turned off, our topics are empty, and those of others are as they were', async t => {
  const { mosquitto, worker, becomes, base, change, looked, logged } = await home(t)
  const others = [
    'homeassistant/device/other/config {"dev":{}}',
    'homeassistant/sensor/night_routine/config {}',
    'night-routine/another-installation/tonight Kim',
    'zigbee2mqtt/lamp {"state":"ON"}',
    `${base}/notes of a person`,
  ]
  for (const line of others) {
    const [topic = '', payload = ''] = line.split(/ (.*)/)
    await mosquitto.retain(topic, payload)
  }
  const kept = async () => (await mosquitto.retained()).toSorted()
  const before = await kept()
  const first = worker()
  await becomes('availability', 'online')
  t.equal((await kept()).length, before.length + 8)
  await change({ homeAssistant: false })
  await waitFor('the end', () => logged().some(line => line.includes('entities removed')))
  t.same(await kept(), before)
  await looked()
  t.same(await kept(), before, 'nothing comes back')

  await change({ homeAssistant: true })
  await becomes('availability', 'online')
  t.equal((await kept()).length, before.length + 8)
  await first.close()
  await change({ homeAssistant: false })
  worker()
  await waitFor('an end', () => logged().filter(line => line.includes('removed')).length === 2)
  t.same(await kept(), before, 'what a worker left behind')
})

t.test('a broker that was killed and forgot everything gets it again', async t => {
  const { mosquitto, worker, becomes, base, logged } = await home(t)
  worker()
  await becomes('availability', 'online')
  await mosquitto.kill()
  await waitFor('the failure', () => logged().some(line => line.includes('mqtt-')))
  await mosquitto.start()
  await waitFor(
    'the retained messages',
    async () => (await mosquitto.retained(`${base}/#`)).length === 7,
  )
  t.match(await mosquitto.retained(`${base}/tonight`), [`${base}/tonight Alex`])
  t.match(logged(), [
    'home assistant: broker connected ',
    /^home assistant: broker failed mqtt-(?:closed|unreachable)$/,
  ])
})

t.test('Home Assistant gets it again when it has started', async t => {
  const { mosquitto, worker, becomes, config, lines, looked } = await home(t)
  worker()
  await becomes('availability', 'online')
  const times = () => lines.filter(line => line.startsWith(`${config} `)).length
  t.equal(times(), 1)
  await mosquitto.send('homeassistant/status', 'offline')
  await looked()
  t.equal(times(), 1)
  await mosquitto.send('homeassistant/status', 'online')
  await waitFor('the device', () => times() === 2)
})

t.test('of two workers the one that stays says that it is there', async t => {
  const { mosquitto, worker, becomes, lines, base } = await home(t)
  const gate = await createGate(mosquitto.url)
  t.teardown(() => gate.shut())
  const first = worker()
  await becomes('availability', 'online')
  worker(gate.url)
  const said = () =>
    lines.flatMap(line => (line.startsWith(`${base}/availability `) ? [line.split(' ')[1]] : []))
  await waitFor('the second worker', () => said().length === 2)
  // The broker says the last will of the second one.
  await gate.shut()
  await waitFor('the first worker', () => said().slice(2).join() === 'offline,online')
  t.match(await mosquitto.retained(`${base}/availability`), [/online$/])

  await gate.open()
  await waitFor('the second worker', () => said().length === 5)
  await first.close()
  await waitFor('the second worker', () => said().slice(5).join() === 'offline,online')
})

t.test('a wrong password is said once, with what to do, and never printed', async t => {
  const { worker, out } = await home(t)
  let attempts = 0
  // A broker that knows no password.
  const server = createServer(socket => {
    attempts += 1
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.from([0x20, 3, 0, 0x86, 0])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const password = 'hunter2'
  const announcing = worker(`mqtt://nights:${password}@127.0.0.1:${port}`)
  await waitFor('a second attempt', () => attempts >= 2)
  await announcing.close()
  const what = { reason: 'mqtt-auth', fix: /^Check the user and the password in MQTT_URL/ }
  t.match(out.lines(), [what])
  t.equal(out.lines().length, 1)
  t.notMatch(out.text(), password)
})

t.test('the wait after a failure doubles up to a minute', async t => {
  t.same([1, 2, 3, 5, 6, 100].map(backOffSeconds), [2, 4, 8, 32, 60, 60])
})
