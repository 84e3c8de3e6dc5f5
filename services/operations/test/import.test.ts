import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readHistory, readNights } from '@night-routine/database/nights'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import { seed } from '@night-routine/testing/household'
import t, { type Test } from 'tap'
import { run } from './run.ts'

const stateDb = join(import.meta.dirname, '../../../packages/import/test/files/schema-19.db')
const evening = Temporal.Instant.from('2026-11-20T18:00:00Z')

/** A household without names, and the command as the role of web. */
async function household(t: Test, names: { parentA: string | null; parentB: string | null }) {
  const { db, url } = await testDatabase(t)
  await seed(db, { ...names, lookAheadDays: 42 })
  const env = { DATABASE_URL: addressAs('web', url) }
  const day = Temporal.PlainDate.from('2026-11-20')
  return {
    command: (args: readonly string[], input?: Uint8Array, more: Record<string, string> = {}) =>
      run(['import', ...args], {
        env: { ...env, ...more },
        at: evening,
        ...(input && { input: Readable.from([Buffer.from(input)]) }),
      }),
    nights: () => readNights(db, day.subtract({ years: 40 }), day.add({ years: 2 })),
    history: () => readHistory(db, { limit: 1000 }),
  }
}

const unnamed = { parentA: null, parentB: null }
const named = { parentA: 'Alex', parentB: 'Robin' }

t.test('a household with a calendar server does not take over events at Google', async t => {
  const { command } = await household(t, unnamed)
  const { said } = await command(['night-routine', stateDb], undefined, { CALENDAR: 'caldav' })
  t.match(said, /- 26 events in “Family” at Google stay there, because your calendar is on another/)
  t.notMatch(said, 'become ours')
})

t.test('a dry run by default, then the import, then nothing', async t => {
  const { command, nights, history } = await household(t, unnamed)
  const summary = [
    '84 nights come in: 1 September 2026 – 15 December 2026.',
    '',
    'Month           Nora  Elias  Babysitters  Left to the plan',
    'September 2026    15     14            1                 0',
    'October 2026      16     14            1                 0',
    'November 2026     10     10            1                 9',
    'December 2026      0      1            1                13',
    'All months        41     39            4                22',
    '',
    '- The parents are Nora and Elias.',
    '- Also taken over: the days Nora can’t.',
    '- Also taken over: the days Elias can’t.',
    '- Settings taken over: Plan ahead for, Past nights can be changed for, Extend the plan.',
    '- 22 nights ahead were not decided there: the plan chooses.',
    '- 26 events in “Family” become ours as soon as that calendar is the selected one and the night is planned. Stop the other program first.',
    '- If night-routine was running when the file was copied, its last changes may be missing. To be sure, stop it and copy the file again.',
  ]
  for (const dry of [[], ['--dry-run']])
    t.same(await command(['night-routine', stateDb, ...dry]), {
      code: 0,
      said: ['Dry run: nothing is written. Add --apply to bring this in.', '', ...summary].join(
        '\n',
      ),
    })
  t.same([await nights(), await history()], [[], []])

  const said = [...summary, '', 'All of this is written.'].join('\n')
  t.same(await command(['night-routine', stateDb, '--apply']), { code: 0, said })
  t.equal((await nights()).length, 81 + 25)
  const recorded = await history()

  const again = await command(['night-routine', '-', '--apply'], readFileSync(stateDb))
  t.equal(again.code, 0)
  t.match(again.said, /^No night comes in\.\n/)
  t.match(again.said, /\nNothing to change: all of this is here already\.$/)
  t.equal((await history()).length, recorded.length)
})

t.test('a CSV file, with unknown names', async t => {
  const { command, nights } = await household(t, named)
  const path = join(t.testdir({}), 'nights.csv')
  await writeFile(
    path,
    'date;name\n2026-11-17;Alex\n2026-11-18;Kim\nsoon;Robin\n2026-11-24;robin\n',
  )
  const dry = await command(['csv', path])
  t.match(dry.said, /2 nights come in: 17 November 2026 – 24 November 2026\./)
  t.match(dry.said, /- 1 night skipped \(18 November 2026\)\. Kim is neither parent\./)
  t.match(dry.said, /- Line 4: “soon” isn’t a date/)
  t.match(dry.said, /--babysitter NAME for each babysitter/)
  await command(['csv', path, '--apply', '--babysitter', 'kim'])
  const here = (await nights()).filter(({ reason }) => reason === 'Override')
  t.same(
    here.map(
      ({ night, caregiver, babysitter }) => `${night.toString()} ${babysitter?.name ?? caregiver}`,
    ),
    ['2026-11-17 a', '2026-11-18 Kim', '2026-11-24 b'],
  )
})

t.test('other names need a word', async t => {
  const { command, nights } = await household(t, named)
  t.same(await command(['night-routine', stateDb, '--apply']), {
    code: 1,
    said:
      'The file has Nora, Elias, and the parents here are Alex and Robin. Say who is who.\n' +
      'Add --parent-a NAME --parent-b NAME, with the names as they are in the file.',
  })
  t.same(await nights(), [])
  const args = ['--parent-a', 'Elias', '--parent-b', 'Nora']
  const { code, said } = await command(['night-routine', stateDb, ...args])
  t.equal(code, 0)
  t.match(said, /- Elias in the file is Alex here\.\n- Nora in the file is Robin here\./)
})

t.test('what cannot be read is a sentence, and what is asked wrongly the usage', async t => {
  const { command, nights, history } = await household(t, unnamed)
  const refused = async (args: readonly string[], says: RegExp, input?: Uint8Array) => {
    const { code, said } = await command([...args, '--apply'], input)
    t.equal(code, 1)
    t.match(said, says)
  }
  await refused(['csv', '/nowhere/nights.csv'], /^\/nowhere\/nights\.csv cannot be read: ENOENT/)
  await refused(['night-routine', import.meta.dirname], /cannot be read: EISDIR/)
  await refused(['night-routine', '-'], /isn’t an SQLite file/, Buffer.from('date,name'))
  await refused(['night-routine', '-'], /larger than 20 MB/, Buffer.alloc(20_000_001))
  await refused(['csv', '-'], /has no nights/, Buffer.alloc(0))
  t.same([await nights(), await history()], [[], []])

  for (const args of [
    [],
    ['elsewhere', 'state.db'],
    ['toString', 'state.db'],
    ['csv'],
    ['csv', 'one.csv', 'two.csv'],
    ['csv', 'one.csv', '--apply', '--dry-run'],
    ['csv', 'one.csv', '--force'],
  ]) {
    const { code, said } = await command(args)
    t.equal(code, 2, args.join(' '))
    t.match(said, /^import night-routine FILE \[--apply\]/)
  }
})
