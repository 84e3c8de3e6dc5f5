import { certificate } from '../../notifications/test/channels/push/push-service.ts'
import { connectBroker, type Message } from '@night-routine/home-assistant'
import { createGate, waitFor } from '@night-routine/servers'
import { startMosquitto } from '@night-routine/servers/mosquitto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import t from 'tap'

const will = { topic: 'night-routine/x/availability', payload: 'offline' }

t.test(
  'publishes and deletes retained messages, hears its topics, and leaves in order',
  async t => {
    const mosquitto = await startMosquitto()
    t.teardown(() => mosquitto.stop())
    const heard: Message[] = []
    const { url } = mosquitto
    const topics = ['homeassistant/status']
    let lost = 0
    const broker = await connectBroker({
      url,
      will,
      topics,
      onMessage: message => heard.push(message),
      onLost: () => (lost += 1),
    })
    await broker.publish({ topic: 'night-routine/x/gone', payload: '1' })
    await broker.publish({ topic: 'night-routine/x/tonight', payload: 'Zoë' })
    await broker.publish({ topic: 'night-routine/x/gone', payload: '' })
    t.same(await mosquitto.retained(), ['night-routine/x/tonight Zoë'])
    await mosquitto.send('homeassistant/status', 'online')
    await mosquitto.send('homeassistant/other', 'online')
    await waitFor('the birth message', () => heard.length > 0)
    t.same(heard, [{ topic: 'homeassistant/status', payload: 'online' }])

    await broker.close()
    t.equal(lost, 0)
    t.same(
      await mosquitto.retained('night-routine/x/availability'),
      [],
      'no will after an end in order',
    )
    await broker.close()
  },
)

t.test('the broker publishes the will of a worker that died', async t => {
  const mosquitto = await startMosquitto()
  t.teardown(() => mosquitto.stop())
  const { url } = mosquitto
  let lost = 0
  const gate = await createGate(url)
  await connectBroker({ url: gate.url, will, onLost: () => (lost += 1) })
  t.same(await mosquitto.retained(), [])
  await gate.shut()
  await waitFor('the will', async () => (await mosquitto.retained()).length > 0)
  t.same(await mosquitto.retained(), ['night-routine/x/availability offline'])
  t.equal(lost, 1)
})

t.test('a wrong password, or topics that are not ours, are told apart', async t => {
  const mosquitto = await startMosquitto({
    acl: 'user nights\ntopic readwrite night-routine/#\ntopic read homeassistant/status',
  })
  t.teardown(() => mosquitto.stop())
  const { url } = mosquitto
  await t.rejects(connectBroker({ url: url.replace('d@', 'x@') }), { code: 'mqtt-auth' })
  await t.rejects(connectBroker({ url: url.replace(/\/\/.*@/, '//') }), { code: 'mqtt-auth' })
  const broker = await connectBroker({ url, topics: ['homeassistant/status'] })
  t.teardown(() => broker.close())
  await broker.publish({ topic: 'night-routine/x', payload: '1' })
  const refused = broker.publish({ topic: 'homeassistant/device/x/config', payload: '1' })
  await t.rejects(refused, { code: 'mqtt-topic-refused', fix: /homeassistant\/#/ })
})

t.test('TLS with a certificate that the system trusts, and no other', async t => {
  const tls = await certificate()
  const mosquitto = await startMosquitto({ tls })
  t.teardown(() => mosquitto.stop())
  await t.rejects(connectBroker({ url: mosquitto.url }), { code: 'mqtt-tls' })
  // As NODE_EXTRA_CA_CERTS does.
  setDefaultCACertificates([...getCACertificates('default'), tls.cert])
  const broker = await connectBroker({ url: mosquitto.url })
  await broker.publish({ topic: 'a', payload: '1' })
  t.same(await mosquitto.retained(), ['a 1'])
  await broker.close()
  const elsewhere = mosquitto.url.replace('localhost', '127.0.0.1')
  await t.rejects(
    connectBroker({ url: elsewhere }),
    { code: 'mqtt-tls' },
    'the host is another one',
  )
  await t.rejects(connectBroker({ url: mosquitto.url.replace('mqtts', 'mqtt') }), {
    code: /^mqtt-(?:closed|timeout)$/,
  })
  const plain = await startMosquitto()
  t.teardown(() => plain.stop())
  await t.rejects(connectBroker({ url: plain.url.replace('mqtt', 'mqtts') }), { code: 'mqtt-tls' })
})
