import {
  startRadicale,
  startXandikos,
  watchServer,
  type LeftOut,
} from '@night-routine/servers/caldav'
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

/** What servers leave out although the standard asks for it, and the rules that this could break. */
const leftOut: Record<string, { parts: LeftOut; rules: string[] }> = {
  'the events of lists': {
    parts: { body: /<(\w+:)?calendar-data>.*?<\/\1calendar-data>/gs },
    rules: ['says that a removed event', 'refuses a sync token', 'lists our events', 'ten inserts'],
  },
  // Only our own files are compared there, each time.
  'etags, sync token and ctag': {
    parts: {
      body: /<(\w+:)?(getetag|sync-token|getctag)>.*?<\/\1\2>/g,
      header: 'etag',
    },
    rules: [
      'says that a removed event',
      'returns an inserted',
      'updates what',
      'refuses to update',
    ],
  },
}

t.test('a server that leaves something out', async t => {
  const radicale = await startRadicale(t.testdir())
  t.teardown(() => radicale.stop())
  for (const [what, { parts, rules }] of Object.entries(leftOut)) {
    const server = await watchServer({ ...radicale, stop: async () => undefined }, parts)
    t.teardown(() => server.stop())
    const { person } = server
    const isAtomic = parts.header === undefined
    for (const [rule, check] of Object.entries(contract))
      if (rules.some(one => rule.startsWith(one)))
        await t.test(`${what}: ${rule}`, async t =>
          check(t, await caldavSubject(server, { isAtomic, person })),
        )
  }
})
