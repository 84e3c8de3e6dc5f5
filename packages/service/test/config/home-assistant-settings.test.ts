import {
  ConfigurationError,
  homeAssistantSettings,
  loadConfig,
  readMqttBroker,
} from '@night-routine/service'
import t from 'tap'
import { Type } from 'typebox'

const schema = Type.Object(homeAssistantSettings)

t.test('reads the broker and the discovery prefix', async t => {
  const MQTT_URL = 'mqtt://nights:pa%40ss@homeassistant.local'
  t.same({ ...loadConfig(schema, {}) }, { MQTT_DISCOVERY_PREFIX: 'homeassistant' })
  t.match(loadConfig(schema, { MQTT_URL, MQTT_DISCOVERY_PREFIX: 'home/ha' }), {
    MQTT_URL,
    MQTT_DISCOVERY_PREFIX: 'home/ha',
  })
  const login = { user: 'nights', password: 'pa@ss' }
  const host = 'homeassistant.local'
  t.same(readMqttBroker(MQTT_URL), { protocol: 'mqtt', host, port: 1883, login })
  t.match(readMqttBroker('mqtts://broker'), { protocol: 'mqtts', port: 8883, login: null })
  t.match(readMqttBroker('MQTTS://[::1]:1'), { protocol: 'mqtts', host: '::1', port: 1 })
})

t.test('refuses an address that no client can use, without printing it', async t => {
  for (const [MQTT_URL, sentence] of [
    ['broker:1883', 'MQTT_URL: its value does not start with mqtt:// or mqtts://. Write one'],
    ['ws://nights:hunter2@broker', 'does not start with'],
    ['smtp://nights:hunter2@broker', 'does not start with'],
    ['mqtt://nights:hunter2%@broker', 'Write %25 for each %: mqtt://user:100%25@host.'],
    [
      'mqtt://nights:hunter2@broker:99999',
      'no valid port. Write one from 1 to 65535, such as 1883',
    ],
    ['mqtt://nights:hunter2@', 'has no host'],
  ] as const) {
    const error = faultOf({ MQTT_URL })
    t.match(error.message, sentence, MQTT_URL)
    t.notMatch(error.message, 'hunter2')
  }
})

t.test('refuses a prefix with wildcards, gaps or the topics of the broker', async t => {
  for (const MQTT_DISCOVERY_PREFIX of ['home/#', '+', '$SYS', '/home', 'home/', 'a//b', 'a b'])
    t.match(faultOf({ MQTT_DISCOVERY_PREFIX }).message, /^MQTT_DISCOVERY_PREFIX: /)
})

function faultOf(env: Record<string, string>): Error {
  try {
    loadConfig(schema, env)
  } catch (error) {
    if (error instanceof ConfigurationError) return error
  }
  throw new Error(`accepted ${JSON.stringify(env)}`)
}
