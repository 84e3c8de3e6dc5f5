import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canReach } from '../src/reach.ts'
import t from 'tap'

const stranger = { uid: 54321, gid: 54321 }

t.test('every folder on the way must let the user in', async t => {
  const top = await mkdtemp(join(tmpdir(), 'night-routine-test-'))
  t.teardown(() => rm(top, { recursive: true }))
  await mkdir(join(top, 'inner'), { mode: 0o755 })
  const path = join(top, 'inner', 'file')

  for (const [mode, reachable] of [
    [0o755, true],
    [0o711, true],
    [0o750, false],
    [0o700, false],
  ] as const) {
    await chmod(top, mode)
    t.equal(await canReach(path, stranger), reachable, mode.toString(8))
  }
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  t.ok(await canReach(path, owner), 'its owner gets through 700')
})
