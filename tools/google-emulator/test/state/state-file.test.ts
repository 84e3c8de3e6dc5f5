import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startEmulator } from '@night-routine/google-emulator'
import { eventsOf } from '../calendar-api.ts'
import { emulatorFor, postToken, providerAt, signIn } from '../emulator.ts'
import { until } from '../until.ts'

/** A folder that is removed only after the emulator that writes there has ended, unlike tap's own. */
async function folderFor(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-state-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }

t.test('calendars, grants, tokens and sync tokens outlive a restart', async t => {
  const stateFile = join(await folderFor(t), 'kept', 'emulator.json')
  const first = await startEmulator({ stateFile })
  const { refresh_token: token = '' } = await signIn(first)
  const before = await providerAt(first)
  await eventsOf(before).insert({ id: 'night0001', summary: 'Alex', ...night })
  await eventsOf(before).insert({ id: 'night0002', ...night })
  await eventsOf(before).remove('night0002')
  const { nextSyncToken: syncToken = '' } = (await eventsOf(before).list()).body
  await first.close()

  const second = await emulatorFor(t, { stateFile })
  const after = eventsOf({ ...before, apiRoot: second.origin })
  t.match((await after.get('night0001')).body, { summary: 'Alex', status: 'confirmed' })
  t.equal((await after.get('night0002')).body.status, 'cancelled')
  t.same((await after.list({ syncToken })).body.items, [])
  const form = { grant_type: 'refresh_token', refresh_token: token }
  t.equal((await postToken(second, form)).status, 200)
  t.notOk((await signIn(second)).refresh_token, 'the grant stands')
})

t.test('it is replaced as a whole, for its owner only, and leaves nothing beside it', async t => {
  const folder = await folderFor(t)
  const stateFile = join(folder, 'emulator.json')
  const { control } = await emulatorFor(t, { stateFile })
  const inode = async () => (await stat(stateFile).catch(() => undefined))?.ino
  await control.createEvent('family', night)
  const first = await until(inode)
  t.equal((await stat(stateFile)).mode & 0o777, 0o600)
  await control.createEvent('family', night)
  await until(async () => ((await inode()) === first ? undefined : true))
  t.same(await readdir(folder), ['emulator.json'])
})

t.test('a reset right after a change is what is kept', async t => {
  const stateFile = join(await folderFor(t), 'emulator.json')
  const { control } = await emulatorFor(t, { stateFile })
  await control.createEvent('family', { ...night, summary: 'Before the reset' })
  await control.reset()
  const text = await until(() => readFile(stateFile, 'utf8').catch(() => undefined))
  t.notMatch(text, 'Before the reset')
})

t.test('a file that is something else is named, and left alone', async t => {
  for (const text of ['{"half', '{}', 'null']) {
    const stateFile = join(await folderFor(t), 'emulator.json')
    await writeFile(stateFile, text)
    await t.rejects(startEmulator({ stateFile }), new RegExp('emulator.json holds no state'))
    t.equal(await readFile(stateFile, 'utf8'), text)
  }
})
