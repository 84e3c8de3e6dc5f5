import fs from 'node:fs'
import t from 'tap'
import { createOnDisk } from '../../../src/content/store.ts'
import { filesIn, startSite } from '../../running-vault.ts'

type Done = (error: Error | null, ...results: unknown[]) => void

/** A disk on which one step fails, and everything before it really happens. */
function failingDisk(step: 'open' | 'write' | 'fsync', code: string) {
  const state = { broken: true }
  let written = 0

  // The functions of node:fs that a stream to a file calls, each with a callback as its last parameter.
  const failing = (at: 'open' | 'write' | 'writev' | 'fsync' | 'close') =>
    function run(...given: unknown[]) {
      if (at === 'write') written += given[3] as number
      if (at === 'writev') written += Buffer.concat(given[1] as Buffer[]).length
      const isReached = at.startsWith(step) && (step !== 'write' || written > 300_000)
      if (!state.broken || !isReached) return (fs[at] as (...all: unknown[]) => void)(...given)
      const done = given.at(-1) as Done
      setImmediate(() => done(Object.assign(new Error(`${code}: injected`), { code })))
    }
  const disk = {
    open: failing('open'),
    write: failing('write'),
    writev: failing('writev'),
    fsync: failing('fsync'),
    close: failing('close'),
  }
  return {
    repair: () => (state.broken = false),
    createFile: (path: string) => createOnDisk(path, { fs: disk }),
  }
}

const content = 'x'.repeat(1_000_000)

t.test('refuses an upload while the disk is full, wherever it fails', async t => {
  let disk = failingDisk('open', 'ENOSPC')
  const vault = await startSite(t, { createFile: path => disk.createFile(path) })
  const { token, id } = vault
  for (const step of ['open', 'write', 'fsync'] as const) {
    disk = failingDisk(step, 'ENOSPC')
    const answer = await vault.upload(token, id, 'a.md', content)
    const full = { code: 'DISK_FULL', error: /full/, message: /full/ }
    t.match(answer, { status: 507, body: full }, step)
    t.same(await vault.list(token, id), [])
    t.same(filesIn(vault.folder), [], 'nothing half-written stays')
    disk.repair()
    t.equal((await vault.upload(token, id, 'a.md', content)).status, 200, 'uploads work again')
    await vault.post('/api/remove', { token, id, path: 'a.md' })
  }
})

t.test('a broken disk is a server error', async t => {
  const disk = failingDisk('write', 'EIO')
  const vault = await startSite(t, { createFile: disk.createFile })
  const { token, id } = vault
  const answer = await vault.upload(token, id, 'a.md', content)
  t.match(answer, { status: 500, body: { code: 'INTERNAL' } })
  t.notMatch(JSON.stringify(answer.body), /EIO/, 'does not reveal its cause')
  t.same(filesIn(vault.folder), [])
})
