import { execFileSync } from 'node:child_process'
import { readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createLogger } from '@night-routine/service'
import { binaries, runUser } from '@night-routine/servers'
import { howToGive } from '../src/ownership.ts'
import { startPostgresql } from '../src/postgresql.ts'
import { keptSecrets } from '../src/secrets.ts'
import { isOutOfSpace } from '../src/problem.ts'
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

t.test('rights that a NAS took away are given back, and an owner is named', async t => {
  const user = await runUser()
  const folder = join(await dataFolder(t), 'data')
  const database = join(folder, 'postgresql')
  const options = {
    folder: database,
    programs: await binaries(user),
    logger: createLogger({ name: 'home', level: 'silent' }),
    user,
  }
  const start = async () => {
    await using parts = new AsyncDisposableStack()
    parts.use(await takeVolume(folder))
    const postgresql = await startPostgresql(options)
    await postgresql.stop()
  }
  await start()
  const { secretKeys } = await keptSecrets(join(folder, 'secrets'))
  for (const mode of ['777', '000', 'a-w', 'u-x,g+s']) {
    execFileSync('chmod', ['-R', mode, database, join(folder, 'secrets'), join(folder, 'lock')])
    await start()
    t.equal((await stat(database)).mode & 0o777, 0o700, mode)
    t.equal((await stat(join(folder, 'secrets', 'secret-keys'))).mode & 0o600, 0o600, mode)
    t.equal((await keptSecrets(join(folder, 'secrets'))).secretKeys, secretKeys)
  }
  // Only root can give files away.
  if (user === undefined) return
  const { uid, gid } = user
  for (const part of ['', 'base']) {
    execFileSync('chown', ['-R', '0:0', join(database, part)])
    await t.rejects(start(), {
      name: 'Problem',
      message: new RegExp(`postgresql cannot be written.*: sudo chown -R ${uid}:${gid} FOLDER`),
    })
    execFileSync('chown', ['-R', `${uid}:${gid}`, database])
  }
  // As where this process is not root.
  execFileSync('chown', ['0:0', database])
  process.seteuid?.(uid)
  await t
    .rejects(startPostgresql({ ...options, user: undefined }), { message: /sudo chown -R/ })
    .finally(() => process.seteuid?.(0))
  execFileSync('chown', [`${uid}:${gid}`, database])
  await start()
})

t.test('the owner to name is the one that the machine has, with what SELinux needs', async t => {
  const user = { uid: 1000, gid: 1000 }
  const rootless = '         0       1000          1\n         1     100000      65536\n'
  const proc = (map: string, label: string) =>
    t.testdir({ uid_map: map, gid_map: map, attr: { current: label } })
  const docker = proc('         0          0 4294967295\n', 'docker-default (enforce)\n')
  t.match(howToGive(user, docker), /chown -R 1000:1000 FOLDER/)
  t.notMatch(howToGive(user, docker), 'SELinux')
  const podman = proc(rootless, 'system_u:system_r:container_t:s0:c164,c757\0')
  t.match(howToGive(user, podman), /chown -R 100999:100999 FOLDER.* -v FOLDER:\/data:Z\./)
  t.match(howToGive({ uid: 0, gid: 0 }, podman), /chown -R 1000:1000 FOLDER/)
  // With --userns=keep-id.
  const same = proc('0 100000 1000\n1000 1000 1\n1001 101000 64536\n', 'unconfined\n')
  t.match(howToGive(user, same), /chown -R 1000:1000 FOLDER/)
})

t.test('a container that may not write says what its run lacks', async t => {
  const { TMPDIR } = process.env
  t.teardown(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  })
  // As read-only as a folder can be for the owner of everything, too.
  process.env['TMPDIR'] = '/proc/self'
  const user = await runUser()
  const logger = createLogger({ name: 'home', level: 'silent' })
  const programs = await binaries(user)
  const folder = join(await dataFolder(t), 'postgresql')
  await t.rejects(startPostgresql({ folder, programs, logger, user }), {
    name: 'Problem',
    message: /^\/proc\/self cannot be written\. With --read-only, .*--tmpfs \/tmp/,
  })
})

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
  await t.rejects(keptSecrets(folder), { name: 'Problem', message: /secret-keys cannot be read/ })
  t.equal(await readlink(path), 'secret-keys')
})

t.test('a volume that cannot be written is named', async t => {
  const folder = t.testdir({ file: '' })
  await t.rejects(takeVolume(join(folder, 'file')), {
    name: 'Problem',
    message: /cannot be written\. Run this on the machine itself: sudo chown -R \d+:\d+ FOLDER/,
  })
  await t.rejects(keptSecrets(join(folder, 'file')), {
    name: 'Problem',
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
