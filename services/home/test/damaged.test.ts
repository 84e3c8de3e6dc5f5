import { execFileSync } from 'node:child_process'
import { open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { commandAt, dataFolder, homeAt } from './home-at.ts'

/** Writes over a file, as where its pages never reached the disk. */
async function overwrite(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(size - 64, 0xa5), 0, null, 64)
}

/** What a power cut or a broken disk does to files of the database, and what home says of it. */
const damages: [what: string, damage: (folder: string) => Promise<void>, says: RegExp][] = [
  [
    'the control file is damaged',
    folder => overwrite(join(folder, 'global/pg_control')),
    /does not start: (FATAL|PANIC): .*control file/,
  ],
  [
    'the control file is missing',
    folder => rm(join(folder, 'global/pg_control')),
    /does not start: postgres: could not find the database system/,
  ],
  [
    'the file of the version is missing',
    folder => rm(join(folder, 'PG_VERSION')),
    /has no file PG_VERSION/,
  ],
  [
    'a file of a table is missing',
    folder => rm(join(folder, 'global/1260')),
    /is damaged: .*could not open file "global\/1260"/,
  ],
  [
    'a page of a table has a bad checksum',
    folder => overwrite(join(folder, 'global/1260')),
    /is damaged: .*invalid page/,
  ],
  [
    'the log of the last changes is damaged',
    async folder => {
      const log = join(folder, 'pg_wal')
      for (const name of await readdir(log))
        if (/^[\dA-F]{24}$/.test(name)) await overwrite(join(log, name))
    },
    /does not start: PANIC: +could not locate a valid checkpoint record/,
  ],
]

t.test('a damaged database is named with the newest backup, which replaces it', async t => {
  const folder = await dataFolder(t)
  const data = join(folder, 'data')
  const database = join(data, 'postgresql')
  const first = await homeAt(t, folder)
  await first.ready()
  const alex = 'alex@example.org'
  t.match(await commandAt(folder, ['people', 'add', alex]), { code: 0 })
  t.match(await commandAt(folder, ['backup']), { code: 0 })
  await first.home.close()
  const newest = (await readdir(join(data, 'backups'))).toSorted().at(-1) ?? ''
  const whole = join(folder, 'whole')
  // With its owner.
  execFileSync('cp', ['-a', database, whole])

  for (const [what, damage, says] of damages)
    await t.test(what, async t => {
      await rm(database, { recursive: true })
      execFileSync('cp', ['-a', whole, database])
      await damage(database)
      const home = await homeAt(t, folder)
      const deadline = AbortSignal.timeout(30_000)
      let said = ''
      while (!deadline.aborted && !says.test(said)) {
        said = await (await fetch(home.url)).text()
        await sleep(50)
      }
      t.match(said, says)
      const advice = `The newest backup is ${newest}. docs/recovery.md, “The database does not start”`
      t.match(said, advice)
      t.notMatch(home.lines.join(''), '"stack"')
      await home.home.close()
      t.match(await commandAt(folder, ['people', 'list']), { code: 1, said: advice })
    })

  await t.test('a restore replaces it, and keeps it', async t => {
    t.match(await commandAt(folder, ['restore', newest]), { code: 1, said: newest })
    await writeFile(join(data, 'backups/half'), 'not whole')
    const half = await commandAt(folder, ['restore', 'half', '--replace'])
    t.match(half, { code: 1, said: /half is damaged.*Copy it here again/ })
    t.match(await commandAt(folder, ['people', 'list']), { code: 1 }, 'it is back in its place')
    t.match(await commandAt(folder, ['restore', newest, '--replace']), {
      code: 0,
      said: /Restored [^]*The damaged database is in .*postgresql\.damaged\./,
    })
    t.match(await commandAt(folder, ['people', 'list']), { code: 0, said: alex })
  })
})
