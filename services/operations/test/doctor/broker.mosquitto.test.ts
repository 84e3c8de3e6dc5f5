import { transaction } from '@night-routine/database/connection'
import { readSettingsRow, saveSettingsRow } from '@night-routine/database/nights'
import { connectBroker } from '@night-routine/home-assistant'
import { startMosquitto } from '@night-routine/servers/mosquitto'
import t from 'tap'
import { diagnose } from '../../src/doctor/diagnose.ts'
import { connectedInstallation } from './connected-installation.ts'

t.test('says whether the broker lets us in, and whether Home Assistant sees tonight', async t => {
  const { db, environment } = await connectedInstallation(t)
  const mosquitto = await startMosquitto()
  t.teardown(() => mosquitto.stop())
  const MQTT_URL = mosquitto.url
  const found = async (env: Record<string, string> = {}) => {
    const findings = await diagnose({ ...environment, MQTT_URL, ...env })
    return findings
      .filter(({ text }) => /MQTT|Home Assistant/.test(text))
      .map(({ state, text }) => `${state} ${text}`)
  }
  const reached = 'ok The MQTT broker at localhost lets us in.'
  t.same(await found({ MQTT_URL: '' }), [], 'without a broker there is nothing to say')
  t.match(await found(), [reached, /^notice No worker is connected to the MQTT broker, so/])

  const { installation } = await readSettingsRow(db)
  const worker = await connectBroker({ url: MQTT_URL })
  t.teardown(() => worker.close())
  const topic = `night-routine/${installation}/availability`
  await worker.publish({ topic, payload: 'online' })
  const before = await mosquitto.retained()
  t.same(await found(), [reached, 'ok Home Assistant sees who has tonight.'])
  t.same(await mosquitto.retained(), before, 'the doctor changes nothing')

  await worker.publish({ topic, payload: 'offline' })
  t.match(await found(), [reached, /^notice No worker is connected/])
  await transaction(db, trx => saveSettingsRow(trx, { homeAssistant: false }))
  t.match(await found(), [reached, /^ok Home Assistant does not show tonight/])

  const wrong = MQTT_URL.replace(/(?<=nights:)[^@]*/, 'hunter2')
  const [refused = ''] = await found({ MQTT_URL: wrong })
  t.equal(refused, 'problem The MQTT broker at localhost refuses our user or password.')
  t.same(await found({ DATABASE_URL: 'postgres://absent@127.0.0.1:1/nowhere' }), [reached])
  await mosquitto.kill()
  t.same(await found(), ['problem The MQTT broker at localhost cannot be reached.'])
})
