import { householdTransaction, transaction } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { saveNotificationSettings } from '@night-routine/database/notifications'
import { bindMember, saveMemberParent } from '@night-routine/database/people'
import { giveNight, planHousehold } from '@night-routine/household'
import { chooseBackend, createProducer } from '@night-routine/jobs'
import { waitFor } from '@night-routine/servers'
import { startMailServer, subjectOf } from '@night-routine/servers/mail'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { connectedHousehold } from '../household.ts'
import { never, startWorker } from '../worker.ts'

const tonight = Temporal.PlainDate.from('2026-11-20')
const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const logger = createLogger({ name: 'test', level: 'silent' })

t.test('a push that changes the plan sends the e-mail, before any sweep', async t => {
  const household = await connectedHousehold(t, { lookAheadDays: 3 })
  const { db } = household
  const actor = { kind: 'person', email: 'robin@example.com' } as const
  await householdTransaction(db, trx => planHousehold(trx, { now, actor }))
  await bindMember(db, 'alex@example.com', 'alex')
  await saveMemberParent(db, 'alex@example.com', 'a')
  await transaction(db, trx =>
    saveNotificationSettings(trx, 'alex@example.com', {
      reminderAt: null,
      changes: true,
      channels: ['email'],
      quiet: null,
    }),
  )
  const mail = await startMailServer(t)
  const settings = { SMTP_URL: mail.url }
  await startWorker(t, household, { clock: { now: () => now }, settings, sweepSeconds: never })
  await waitFor('the first push', async () =>
    (await readJobRequests(db)).every(
      ({ requestNumber, doneNumber }) => requestNumber === doneNumber,
    ),
  )

  const night = await db
    .selectFrom('assignments')
    .select(['id', 'parent'])
    .where('night', '=', tonight)
    .executeTakeFirstOrThrow()
  const to = night.parent === 'a' ? 'b' : 'a'
  await householdTransaction(db, trx => giveNight(trx, { id: night.id, to, now, actor }))
  const producer = createProducer({ backend: chooseBackend(), logger })
  t.teardown(() => producer.close())
  await producer.wake('push', {})
  await waitFor('the e-mail', async () => mail.mails.length > 0)
  t.match(mail.mails.map(subjectOf), [/tonight/])
})
