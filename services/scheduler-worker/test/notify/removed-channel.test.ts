import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { removePersonChannel, savePersonChannel } from '@night-routine/database/notifications'
import { planTest, type Send } from '@night-routine/notifications'
import { now } from '@night-routine/testing/household'
import t from 'tap'
import { notify } from '../../src/notify/deliver.ts'
import { addresses, family } from './family.ts'

const ntfy: Send = async () => {
  throw new Error('it has nowhere to send to')
}

t.test('a channel that was removed gets no message, and the others do', async t => {
  const { db, mail, mails, record } = await family(t, { a: { channels: ['email'] } })
  const keys = parseSecretKeys(['ab'.repeat(32)])
  const email = addresses.a
  const values = { server: 'https://ntfy.sh', topic: 'a', token: '' }
  await transaction(db, async trx => {
    await savePersonChannel(trx, keys, { email, channel: 'ntfy', values })
    for (const channel of ['ntfy', 'email'] as const) await planTest(trx, { email, channel, now })
  })
  await removePersonChannel(db, email, 'ntfy')
  await notify({
    db,
    senders: { ntfy, email: mail },
    setUp: ['email', 'ntfy'],
    now,
    guard: () => {},
    publicUrl: 'https://routine.example',
    keys,
    signal: new AbortController().signal,
  })
  t.same((await record()).toSorted(), ['test email sent', 'test ntfy failed ntfy-unsubscribed'])
  t.equal(mails.length, 1)
})
