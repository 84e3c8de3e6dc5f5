import { startCyrus, startDavical, startXandikos, watchServer } from '@night-routine/servers/caldav'
import t, { type Test } from 'tap'
import { checkLiving } from './living-suite.ts'

const servers = {
  Xandikos: (t: Test) => startXandikos(t.testdir()),
  Cyrus: () => startCyrus(process.env),
  DAViCal: () => startDavical(process.env),
}

for (const [name, start] of Object.entries(servers))
  t.test(`a household at ${name}`, async t => {
    const server = await watchServer(await start(t))
    t.teardown(() => server.stop())
    await checkLiving(t, server)
  })
