import { readSettings } from '@night-routine/household'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'
import { zoneOffsets } from '../../../src/nights/home/home-view.ts'
import { selectFamily } from '../../selected-calendar.ts'

t.test('the time zone of the device can be taken over', async t => {
  const web = await runWeb(t)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  await selectFamily(web.db)
  const zone = async () => (await readSettings(web.db)).timeZone
  t.match((await browser.get('/')).body, 'data-offsets="-60,-120"')

  for (const form of [{}, { time_zone: 'Mars/Base' }])
    t.equal((await browser.post('/settings/time-zone', form)).statusCode, 400)
  t.equal(await zone(), 'Europe/Paris')

  const { statusCode, headers } = await browser.post('/settings/time-zone', {
    time_zone: 'Pacific/Kiritimati',
  })
  t.same([statusCode, headers.location], [302, '/'])
  t.equal(await zone(), 'Pacific/Kiritimati')
})

t.test('the offsets of a zone are those that a browser counts', t => {
  for (const [zone, offsets] of [
    ['UTC', '0,0'],
    ['Europe/Paris', '-60,-120'],
    ['America/Los_Angeles', '480,420'],
    ['Asia/Kolkata', '-330,-330'],
    ['Australia/Lord_Howe', '-660,-630'],
  ] as const)
    t.equal(zoneOffsets(zone), offsets, zone)
  t.end()
})
