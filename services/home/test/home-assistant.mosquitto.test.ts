import { readSettingsRow } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import { startMosquitto } from '@night-routine/servers/mosquitto'
import t from 'tap'
import { composedAt } from './composed-at.ts'

t.test('home shows Home Assistant who has tonight, and stops within seconds', async t => {
  const mosquitto = await startMosquitto()
  t.teardown(() => mosquitto.stop())
  const lines = await mosquitto.listen('night-routine/#')
  const {
    ready,
    db,
    composition,
    lines: log,
  } = await composedAt(t, {
    settings: { MQTT_URL: mosquitto.url, MQTT_DISCOVERY_PREFIX: 'ha' },
  })
  await ready()
  const { installation } = await readSettingsRow(db)
  const availability = `night-routine/${installation}/availability`
  await waitFor('the entities', () => lines.includes(`${availability} online`))
  t.match(await mosquitto.retained('ha/#'), [/^ha\/device\/night_routine_[\da-f]{32}\/config \{/])
  await composition.close()
  await waitFor('the end', () => lines.at(-1) === `${availability} offline`)
  t.notMatch(log.join(''), /a b%c|a%20b/, 'the password')
})
