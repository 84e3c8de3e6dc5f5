import { householdTransaction, transaction } from '@night-routine/database/connection'
import { readParents, saveParents } from '@night-routine/database/nights'
import { noteNight } from '@night-routine/household'
import { createGate, waitFor } from '@night-routine/servers'
import { by, fix, nightOn } from '@night-routine/testing/household'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { backOffSeconds } from '../../src/home-assistant/announce.ts'
import { home } from './home.ts'

t.test('a day: the plan, a change, a note, the next night, names and language', async t => {
  const { db, worker, state, becomes, heard, config, clock, change, lines } = await home(t)
  const announcing = worker()
  await becomes('availability', 'online')
  t.equal(state('tonight'), 'Alex')
  t.equal(state('next_change'), '2026-11-21')
  t.equal(state('next_change/attributes'), '{"who":"Robin","kind":"parent"}')
  t.same([state('my_turn_a'), state('my_turn_b')], ['ON', 'OFF'])
  t.match(heard(config), '"name":"Alex has tonight"')
  const published = lines.length
  await sleep(300)
  t.equal(lines.length, published, 'what has not changed is published once')

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
  const { mosquitto, worker, becomes, base, change, lines, logged } = await home(t)
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
  worker()
  await becomes('availability', 'online')
  t.equal((await kept()).length, before.length + 8)
  await change({ homeAssistant: false })
  await waitFor('the end', () => logged().some(line => line.includes('entities removed')))
  t.same(await kept(), before)
  const silent = lines.length
  await sleep(300)
  t.equal(lines.length, silent, 'nothing comes back')

  await change({ homeAssistant: true })
  await becomes('availability', 'online')
  t.equal((await kept()).length, before.length + 8)
})

t.test('what a worker left behind is deleted if it was turned off meanwhile', async t => {
  const { mosquitto, worker, becomes, change, logged } = await home(t)
  const first = worker()
  await becomes('availability', 'online')
  await first.close()
  await change({ homeAssistant: false })
  const second = worker()
  await waitFor('the end', () => logged().some(line => line.includes('entities removed')))
  await second.close()
  t.same(await mosquitto.retained(), [])
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
  const { mosquitto, worker, becomes, config, lines } = await home(t)
  worker()
  await becomes('availability', 'online')
  const times = () => lines.filter(line => line.startsWith(`${config} `)).length
  t.equal(times(), 1)
  await mosquitto.send('homeassistant/status', 'offline')
  await sleep(200)
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

t.test('a connection that goes dead while it is used is replaced', async t => {
  const { db, mosquitto, worker, becomes, logged } = await home(t)
  const gate = await createGate(mosquitto.url)
  t.teardown(() => gate.shut())
  worker(gate.url)
  await becomes('availability', 'online')
  gate.freeze()
  await fix(db, '2026-11-20', 'b')
  await waitFor('the failure', () => logged().some(line => line.endsWith('mqtt-timeout')))
  await gate.open()
  await becomes('tonight', 'Robin')
})

t.test('a wrong password is said once, with what to do, and never printed', async t => {
  const { mosquitto, worker, out } = await home(t)
  const password = 'hunter2'
  const announcing = worker(mosquitto.url.replace(/(?<=nights:)[^@]*/, password))
  await waitFor('the failure', () => out.lines().length > 0)
  await sleep(2_500)
  t.match(out.lines(), [
    { reason: 'mqtt-auth', fix: /^Check the user and the password in MQTT_URL/ },
  ])
  t.equal(out.lines().length, 1, 'also after the second attempt')
  t.notMatch(out.text(), password)
  await announcing.close()
})

t.test('the wait after a failure doubles up to a minute', async t => {
  t.same([1, 2, 3, 5, 6, 100].map(backOffSeconds), [2, 4, 8, 32, 60, 60])
})
