import { chmod, lstat, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { awaitSchema, connect, migrate } from '@night-routine/database/connection'
import { removePostgres, startPostgres } from '@night-routine/servers'
import t, { type Test } from 'tap'

const asRoot = process.getuid?.() === 0

/** Throws where the tables are not there within this time. */
async function findTables(url: string, timeoutMs = 20_000) {
  const db = connect({ url, applicationName: 'servers-test' })
  try {
    await awaitSchema(db, { timeoutMs })
  } finally {
    await db.destroy()
  }
}

async function folderFor(t: Test, mode: number) {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-test-'))
  await chmod(folder, mode)
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'postgres')
}

t.test('a server left behind by a killed start is stopped, not fought with', async t => {
  const folder = await folderFor(t, 0o711)
  const left = await startPostgres(folder, { durable: false })
  await migrate(left.url)
  const again = await startPostgres(folder, { durable: false })
  t.not(again.url, left.url)
  await t.resolves(findTables(again.url))
  await again.stop()
  await removePostgres(folder)
})

t.test('half of an interrupted first start is thrown away', async t => {
  const folder = await folderFor(t, 0o711)
  const whole = await startPostgres(folder, { durable: false })
  await whole.stop()
  await rm(join(folder, 'password'))
  const server = await startPostgres(folder, { durable: false })
  await t.rejects(findTables(server.url, 200))
  await server.stop()
  await removePostgres(folder)
})

t.test('a folder that only its owner may enter works as well, for root too', async t => {
  const folder = await folderFor(t, 0o700)
  const server = await startPostgres(folder, { durable: false })
  await migrate(server.url)
  await t.resolves(findTables(server.url))
  t.equal((await lstat(folder)).isSymbolicLink(), asRoot, 'as root, a link shows where the data is')
  t.equal((await stat(folder)).mode & 0o777, 0o700, 'the data is for the server alone')
  await server.stop()
  await removePostgres(folder)
  await t.rejects(lstat(folder), { code: 'ENOENT' })
})

t.test('a server that cannot start says so with its own last words', async t => {
  const folder = await folderFor(t, 0o711)
  const server = await startPostgres(folder, { durable: false })
  await server.stop()
  const configuration = join(folder, 'postgresql.conf')
  await writeFile(
    configuration,
    (await readFile(configuration, 'utf8')) + '\nshared_buffers = nonsense\n',
  )
  await t.rejects(startPostgres(folder), {
    name: 'ServerError',
    message: /did not start: [^]*"shared_buffers"/,
  })
  await removePostgres(folder)
})
