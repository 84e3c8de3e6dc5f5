import { startCyrus, startDavical } from '@night-routine/servers/caldav'
import t from 'tap'
import { contract } from './contract.ts'
import { caldavSubject } from './subject.ts'

const servers = {
  Cyrus: { start: startCyrus, isAtomic: true },
  DAViCal: { start: startDavical, isAtomic: false },
}

for (const [name, { start, isAtomic }] of Object.entries(servers))
  t.test(name, async t => {
    const server = await start(process.env)
    t.teardown(() => server.stop())
    for (const [rule, check] of Object.entries(contract))
      await t.test(rule, async t => check(t, await caldavSubject(server, { isAtomic })))
  })
