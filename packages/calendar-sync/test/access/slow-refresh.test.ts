import { refreshTimeoutMs } from '@night-routine/calendar'
import { calendarAccess } from '@night-routine/calendar-sync'
import { readToken, saveToken } from '@night-routine/database/calendar'
import { connect, transaction, usualTimeoutMs } from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { connectedProvider, keys, providerAt } from '../connected-provider.ts'
import { failure } from '../failure.ts'

const now = () => Temporal.Now.instant()

t.test('a token endpoint that hangs fails as one, before a wait for the lock ends', async t => {
  const { db: patient, url } = await testDatabase(t)
  const { control, emulator, signIn } = await connectedProvider(t, patient)
  const token = await readToken(patient, keys)
  if (token === undefined) throw new Error('no token')
  await transaction(patient, trx => saveToken(trx, keys, { ...token, expiry: now() }))
  await control.delay({ path: '^/token', milliseconds: 60_000 })

  const lost: Error[] = []
  const onConnectionLost = (error: Error) => void lost.push(error)
  const db = connect({ url, applicationName: 'test', onConnectionLost })
  t.teardown(() => db.destroy())
  const calendar = calendarAccess({ db, keys, now, provider: providerAt(emulator, signIn) })
  t.match(await failure(calendar.listCalendars()), { reason: 'timeout', class: 'retry' })
  t.same(lost, [], 'the database keeps the connection')
  t.ok(refreshTimeoutMs < usualTimeoutMs, 'another caller gets the lock')
})
