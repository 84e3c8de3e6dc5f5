import { startRadicale, startXandikos } from '@night-routine/servers/caldav'
import t from 'tap'
import { contract } from './contract.ts'
import { caldavSubject } from './subject.ts'

for (const [name, start] of Object.entries({ Radicale: startRadicale, Xandikos: startXandikos }))
  t.test(name, async t => {
    const server = await start(t.testdir())
    t.teardown(() => server.stop())
    for (const [rule, check] of Object.entries(contract))
      await t.test(rule, async t => check(t, await caldavSubject(server)))
    await t.test('keeps every character of a calendar’s name', async t => {
      const { port } = await caldavSubject(server)
      const calendar = { name: 'Night Routine & “Soirées” <b>' }
      t.match(await port.createCalendar?.(calendar), calendar)
    })
  })
