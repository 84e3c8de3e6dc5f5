import { readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { keptSecrets } from '../src/secrets.ts'
import { isOutOfSpace } from '../src/trouble.ts'
import { takeVolume } from '../src/volume.ts'
import { dataFolder, homeAt } from './home-at.ts'

t.test(
  'data of another PostgreSQL version is named, and used once it is the right one',
  async t => {
    const folder = await dataFolder(t)
    const first = await homeAt(t, folder)
    await first.ready()
    await first.home.close()
    const file = join(folder, 'data/postgresql/PG_VERSION')
    const version = await readFile(file, 'utf8')
    await writeFile(file, '17\n')

    const again = await homeAt(t, folder)
    const deadline = AbortSignal.timeout(30_000)
    let page = ''
    while (!page.includes('PostgreSQL 17')) {
      deadline.throwIfAborted()
      page = await (await fetch(again.url)).text()
      await sleep(20)
    }
    t.match(page, /^The volume has data of PostgreSQL 17, .* has PostgreSQL 18\.\d+\. Go back/)
    await writeFile(file, version)
    await again.ready()
  },
)

t.test('secrets are made once', async t => {
  const folder = join(t.testdir({}), 'secrets')
  const made = await keptSecrets(folder)
  t.not(made.secretKeys, made.vaultPassword)
  t.strictSame(await keptSecrets(folder), made)
})

t.test('a secret that cannot be read is never replaced', async t => {
  const folder = t.testdir({})
  const path = join(folder, 'secret-keys')
  // The owner of everything, who runs some tests, cannot read this either.
  await symlink('secret-keys', path)
  await t.rejects(keptSecrets(folder), { name: 'Trouble', message: /secret-keys cannot be read/ })
  t.equal(await readlink(path), 'secret-keys')
})

t.test('a volume that cannot be written is named', async t => {
  const folder = t.testdir({ file: '' })
  await t.rejects(takeVolume(join(folder, 'file')), {
    name: 'Trouble',
    message: /cannot be written\. Give the volume to user \d+/,
  })
  await t.rejects(keptSecrets(join(folder, 'file')), {
    name: 'Trouble',
    message: /cannot be (written|read)/,
  })
})

t.test('where there is no flock, that is said, and the file of the lock is closed', async t => {
  const { PATH } = process.env
  t.teardown(() => (process.env['PATH'] = PATH))
  process.env['PATH'] = ''
  const folder = t.testdir({})
  await t.rejects(takeVolume(folder), { code: 'ENOENT', message: /flock/ })
  const opened = await Promise.all(
    (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  t.notOk(opened.includes(join(folder, 'lock')))
})

t.test('a full volume is known by what any writer says of it', async t => {
  const statement = new Error('could not extend file "base/5/1259": No space left on device')
  for (const fault of [
    'FATAL:  could not write init file: No space left on device',
    statement,
    new Error('ENOSPC: no space left on device, write'),
    new Error('the roles could not be made', { cause: statement }),
    new Error('EDQUOT: disk quota exceeded, open'),
  ])
    t.ok(isOutOfSpace(fault), String(fault))
  t.notOk(isOutOfSpace(new Error('EACCES: permission denied')))
})
