import { householdTransaction } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { readPublication, savePublication } from '@night-routine/database/site'
import {
  requestTakeDown,
  giveNight,
  planHousehold,
  readHouseholdSettings,
  saveHouseholdSettings,
} from '@night-routine/household'
import t from 'tap'
import { by, livingHousehold, now, parentsNight } from '@night-routine/testing/household'

async function publishing(t: Parameters<typeof livingHousehold>[0]) {
  const { db, change } = await livingHousehold(t)
  const requests = async () =>
    Number((await readJobRequests(db)).find(({ kind }) => kind === 'publish')?.requestNumber ?? 0n)
  const give = async (night: string) => {
    const { id, caregiver } = await parentsNight(db, night)
    const to = caregiver === 'a' ? 'b' : 'a'
    await change(trx => giveNight(trx, { id, to, ...by }))
  }
  const set = (publish: boolean) =>
    change(async trx => {
      const settings = { ...(await readHouseholdSettings(trx)), publish }
      await saveHouseholdSettings(trx, { settings, ...by })
    })
  return { db, requests, give, set }
}

t.test('a household that does not publish requests nothing', async t => {
  const { requests, give } = await publishing(t)
  await give('2026-11-25')
  t.equal(await requests(), 0)
})

t.test(
  'a household that publishes requests a publish with every change and every plan that wrote something',
  async t => {
    const { db, requests, give, set } = await publishing(t)
    await set(true)
    const switchedOn = await requests()
    t.ok(switchedOn > 0)
    await give('2026-11-25')
    const given = await requests()
    t.ok(given > switchedOn)
    const plan = (at: Temporal.Instant) =>
      householdTransaction(db, trx => planHousehold(trx, { now: at, actor: by.actor }))
    await plan(now)
    t.equal(await requests(), given, 'a plan that changes nothing')
    await plan(now.add({ hours: 24 }))
    t.ok((await requests()) > given, 'a plan with one more night')
    await set(false)
    const off = await requests()
    await give('2026-11-27')
    t.equal(await requests(), off)
  },
)

t.test('a published site can be taken down once publishing is off', async t => {
  const { db, requests, set } = await publishing(t)
  const ask = () => householdTransaction(db, trx => requestTakeDown(trx, { now }))
  t.equal(await ask(), false, 'nothing is published')
  await set(true)
  const site = { id: 's', host: 'h', slug: 'nights' }
  await savePublication(db, { site, mayCreateSite: false })
  t.equal(await ask(), false, 'publishing is on')
  await set(false)
  const before = await requests()
  t.equal(await ask(), true)
  t.equal(await requests(), before + 1)
  t.not((await readPublication(db)).removalRequestedAt, null)
  await set(true)
  const after = await readPublication(db)
  t.equal(after.removalRequestedAt, null, 'turned on again, the request is dropped')
  t.equal(after.mayCreateSite, true)
})
