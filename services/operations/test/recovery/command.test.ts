import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readRestoration, saveSync } from '@night-routine/database/calendar'
import { noteClock } from '@night-routine/database/clock'
import { readJobRequests } from '@night-routine/database/jobs'
import { waitFor } from '@night-routine/servers'
import { sql } from 'kysely'
import t from 'tap'
import { run } from '../run.ts'
import { contentsOf, folderOf, livedIn, now, otherDatabase } from './place.ts'

t.test('back up, check, restore', async t => {
  const { url, file } = await livedIn(t)
  const env = { DATABASE_URL: url }
  t.match(await run(['backup', file], { env }), {
    code: 0,
    said: /as of 2026-11-20T18:00:00Z, by Night Routine \d+\.\d+\.\d+; 1 nights, .*keys .* not in it/s,
  })
  t.match(await run(['check', file]), { code: 0, said: /is whole: as of 2026-11-20/ })
  t.match(await run(['restore', file], { env }), { code: 1, said: /in use.*--replace/ })
  t.match(await run(['restore', file, '--replace'], { env }), {
    code: 0,
    said: /Restored .*Start Night Routine/s,
  })
  const other = await otherDatabase(t)
  t.match(await run(['restore', file], { env: { DATABASE_URL: other.url } }), { code: 0 })
  t.match(await run(['restore']), { code: 1, said: /Name the backup file/ })
  t.match(await run(['check', `${file}.missing`]), { code: 1, said: /There is no file/ })
  t.match(await run(['frobnicate']), { code: 2, said: /backup \[FILE\]/ })
  t.match(await run([]), { code: 2 })
})

t.test('without a name, a backup goes into BACKUP_FOLDER', async t => {
  const { url } = await livedIn(t)
  const folder = `${await folderOf(t)}/a/b`
  t.match(await run(['backup'], { env: { DATABASE_URL: url, BACKUP_FOLDER: folder } }), { code: 0 })
  t.same(readdirSync(folder), ['night-routine-20261120T180000Z.backup'])
})

t.test(
  'nightly makes a backup at once and removes old ones; young says whether it is recent',
  async t => {
    const { url } = await livedIn(t)
    const folder = await folderOf(t)
    const env = { DATABASE_URL: url, BACKUP_FOLDER: folder, BACKUP_KEEP_DAYS: '2' }
    t.match(await run(['young'], { env }), { code: 1, said: /no backup from the last 25 hours/ })
    const days = [16, 17, 18, 19].map(day => `night-routine-202611${day}T180000Z.backup`)
    const hours = [13, 14, 15].map(hour => `night-routine-20261119T${hour}0000Z.backup`)
    for (const name of [...days, ...hours]) writeFileSync(`${folder}/${name}`, '')
    const ending = new AbortController()
    const print = (line: string) => {
      if (line.includes('Removed')) ending.abort()
    }
    t.match(await run(['nightly'], { env, signal: ending.signal, print }), {
      code: 0,
      said: /Backed up.*Removed night-routine-20261116T180000Z.backup$/s,
    })
    t.same(readdirSync(folder).length, 7)
    t.match(await run(['young'], { env, at: now.add({ hours: 25 }) }), { code: 0 })
    t.match(await run(['young'], { env, at: now.add({ hours: 26 }) }), { code: 1 })
    const at = now.add({ hours: 25 })
    t.match(await run(['nightly', '--once'], { env, at }), {
      code: 0,
      said: /Backed up.*Removed night-routine-20261117T180000Z.backup$/s,
    })
    t.same(readdirSync(folder).length, 7, '--once ends, and keeps as many')
    t.match(await run(['nightly'], { env: { ...env, BACKUP_KEEP_DAYS: '0' } }), {
      code: 1,
      said: /BACKUP_KEEP_DAYS: "0"/,
    })
  },
)

t.test('a copy goes into a second folder, which is thinned out and watched, too', async t => {
  const { db, url } = await livedIn(t)
  const [first, second] = [await folderOf(t), `${await folderOf(t)}/on/another/disk`]
  const env = { DATABASE_URL: url, BACKUP_FOLDER: first, BACKUP_SECOND_FOLDER: second }
  const nightly = async (days: number) =>
    run(['nightly', '--once'], { env, at: now.add({ hours: 24 * days }) })
  for (let day = 0; day < 30; day += 3) t.match(await nightly(day), { code: 0 })
  t.same(readdirSync(second), readdirSync(first))
  t.equal(readdirSync(second).length, 7)
  t.same(
    readFileSync(`${second}/${readdirSync(second).at(-1)}`),
    readFileSync(`${first}/${readdirSync(first).at(-1)}`),
  )
  const at = now.add({ hours: 24 * 27 })
  t.match(await run(['young'], { env, at }), { code: 0 })
  rmSync(second, { recursive: true })
  t.match(await run(['young'], { env, at }), { code: 1 })

  await noteClock(db, at)
  for (const days of [200, 201]) t.match(await nightly(days), { code: 0 })
  t.equal(readdirSync(first).length, 9, 'nothing is deleted while the clock cannot be right')
})

t.test('nightly after a restart waits until the newest backup is a day old', async t => {
  const { url } = await livedIn(t)
  const folder = await folderOf(t)
  const env = { DATABASE_URL: url, BACKUP_FOLDER: folder }
  const kept = 'night-routine-20261119T190000Z.backup'
  writeFileSync(`${folder}/${kept}`, '')
  const ending = new AbortController()
  // It would be refused at once, long before the backup below is whole.
  const nowhere = { ...env, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }
  const ended = run(['nightly'], { env: nowhere, signal: ending.signal })
  t.match(await run(['backup', `${folder}/by hand`], { env }), { code: 0 })
  ending.abort()
  t.match(await ended, { code: 0, said: '' })
  t.same(readdirSync(folder), ['by hand', kept])

  const later = new AbortController()
  const print = () => later.abort()
  const at = now.add({ hours: 1 })
  t.match(await run(['nightly'], { env, at, signal: later.signal, print }), {
    code: 0,
    said: /^Backed up into .*night-routine-20261120T190000Z/,
  })
})

t.test('a signal ends nightly during a backup, which leaves no file', async t => {
  const { db, url } = await livedIn(t)
  const folder = await folderOf(t)
  const env = { DATABASE_URL: url, BACKUP_FOLDER: folder }
  const ending = new AbortController()
  let ended: ReturnType<typeof run> | undefined
  await db.transaction().execute(async trx => {
    // COPY waits for this lock.
    await sql`lock table history in access exclusive mode`.execute(trx)
    ended = run(['nightly'], { env, signal: ending.signal })
    await waitFor('a backup in progress', async () =>
      readdirSync(folder).some(file => file.includes('.part-')),
    )
    ending.abort()
    t.match(await ended, { code: 0, said: '' })
  })
  t.same(readdirSync(folder), [])
})

t.test('nightly without a database says so, and leaves no file', async t => {
  const folder = await folderOf(t)
  const ending = new AbortController()
  const env = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', BACKUP_FOLDER: folder }
  const print = (line: string) => {
    if (line.includes('next try')) ending.abort()
  }
  t.match(await run(['nightly'], { env, signal: ending.signal, print }), {
    code: 0,
    said: /No backup: .*ECONNREFUSED[^]*ten minutes/,
  })
  await t.rejects(run(['nightly', '--once'], { env }), { code: 'ECONNREFUSED' })
  t.same(readdirSync(folder), [])
})

t.test('keys says which keys are needed, and encrypts again with --rotate', async t => {
  const { url } = await livedIn(t)
  const folder = await folderOf(t)
  writeFileSync(`${folder}/keys`, `${'a'.repeat(64)},${'b'.repeat(64)}\n`)
  const env = { DATABASE_URL: url, SECRET_KEYS_FILE: `${folder}/keys` }
  t.match(await run(['keys'], { env }), { code: 0, said: /Key 1.*\nKey 2.*no longer needed/ })
  t.match(await run(['keys', '--rotate'], { env }), {
    code: 0,
    said: /Encrypted again with key 1: 0/,
  })
  t.match(await run(['keys'], { env: { DATABASE_URL: url } }), {
    code: 1,
    said: /SECRET_KEYS is missing/,
  })
})

t.test('restored deletes what must not become valid again', async t => {
  const { db, url } = await livedIn(t)
  await saveSync(db, 'family', { syncToken: 'of tomorrow' })
  const env = { DATABASE_URL: url }
  for (const wrong of ['', 'yesterday', '2026-11-20', '2026-11-20T19:00:00Z'])
    t.match(await run(['restored', wrong], { env }), { code: 1, said: /Name the time/ })
  t.match(await run(['restored', '2026-11-19T18:00:00Z'], { env }), { code: 0 })
  const contents = await contentsOf(db)
  for (const gone of ['public.sessions', 'public.calendar_sync']) t.same(contents[gone], [], gone)
  t.equal(contents['public.assignments']?.length, 1, 'the nights stay')
  t.equal((await readRestoration(db))?.takenAt.toString(), '2026-11-19T18:00:00Z')
  t.same((await readJobRequests(db)).map(({ kind }) => kind).toSorted(), [
    'channel',
    'plan',
    'pull',
    'push',
  ])
})
