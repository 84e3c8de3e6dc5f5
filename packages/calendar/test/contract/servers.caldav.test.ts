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

/** What servers leave out although the standard asks for it. */
const leftOut: Record<string, LeftOut> = {
  'the etags of lists': { body: /<(\w+:)?getetag>.*?<\/\1getetag>/g },
  'every etag': { body: /<(\w+:)?getetag>.*?<\/\1getetag>/g, header: 'etag' },
  'the events of lists': { body: /<(\w+:)?calendar-data>.*?<\/\1calendar-data>/gs },
  'the sync token': { body: /<(\w+:)?sync-token>.*?<\/\1sync-token>/g },
  'etags, sync token and ctag': {
    body: /<(\w+:)?(getetag|sync-token|getctag)>.*?<\/\1\2>/g,
    header: 'etag',
  },
}

const oursAlone = 'without a token only our own files are compared'
/** Rules that do not hold there. */
const broken: Record<string, Partial<Record<string, string>>> = {
  'the events of lists': {
    'lists each change once': 'events of others stay unread',
    'reads when the person is busy, without our nights': 'a search finds no text of other events',
  },
  'the sync token': {
    'lists each change once': oursAlone,
    'refuses a sync token that it does not know, or lists everything': oursAlone,
  },
  'etags, sync token and ctag': { 'lists each change once': `${oursAlone}, each time` },
}

for (const [what, parts] of Object.entries(leftOut))
  t.test(`a server that leaves out ${what}`, async t => {
    const server = await watchServer(await startRadicale(t.testdir()), parts)
    t.teardown(() => server.stop())
    const { person } = server
    const isAtomic = parts.header === undefined
    for (const [rule, check] of Object.entries(contract))
      if (broken[what]?.[rule] !== undefined) t.comment(`skipped: ${rule}: ${broken[what][rule]}`)
      else
        await t.test(rule, async t => check(t, await caldavSubject(server, { isAtomic, person })))
  })
