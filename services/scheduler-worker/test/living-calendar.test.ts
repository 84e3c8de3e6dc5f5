import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readNights } from '@night-routine/database/nights'
import { readSettings, saveSettings } from '@night-routine/household'
import { chooseBackend, createProducer } from '@night-routine/jobs'
import { waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { connectedHousehold, settled } from './household.ts'
import { startWorker } from './worker.ts'

t.test('two workers fill a calendar, open a channel and follow an edited title', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  const logger = createLogger({ name: 'test', level: 'silent' })
  const producer = createProducer({ backend: chooseBackend(), logger })
  t.teardown(() => producer.close())
  // Each notification requests a pull, and wakes a worker, as webhook-ingest does.
  const server = createServer((_request, response) => {
    void requestJob(db, 'pull', { signals: 1 })
      .then(() => producer.wake('pull', {}))
      .finally(() => response.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const settings = { WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhook/calendar` }
  await transaction(db, async trx =>
    saveSettings(trx, { ...(await readSettings(trx)), lookAheadDays: 6 }),
  )
  await requestJob(db, 'plan')
  const events = async () =>
    (await control.events('family'))
      .filter(({ status }) => status !== 'cancelled')
      .toSorted((one, two) => ((one.start.date ?? '') < (two.start.date ?? '') ? -1 : 1))
  await startWorker(t, household, { settings })
  await startWorker(t, household, { settings })
  await waitFor('the events', async () => (await events()).length === 6)
  await waitFor('a channel', async () => (await control.channels()).length > 0)

  const event = (await events())[3]
  await control.editEvent('family', event?.id ?? '', { summary: '[Grandma]' })
  await waitFor('the calendar', async () =>
    (await events()).some(({ summary }) => summary === '[Grandma] 🌃👶Routine'),
  )
  await settled(db)
  const date = Temporal.PlainDate.from(event?.start.date ?? '')
  t.match(await readNights(db, date, date), [{ override: true, babysitter: { name: 'Grandma' } }])
  t.equal((await events()).length, 6)
  t.match(await control.channels(), [{ calendarId: 'family', stopped: false }])
  t.equal((await control.channels()).length, 1)
})
