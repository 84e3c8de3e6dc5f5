import t from 'tap'
import { createOnDisk, type ContentFile } from '../../../src/content/store.ts'
import { filesIn, startVault } from '../../running-vault.ts'

function failure(code: string) {
  return Object.assign(new Error(`${code}: injected`), { code })
}

/** A disk on which one step fails, and everything before it really happens. */
function failingDisk(step: 'open' | 'write' | 'sync', code: string) {
  const state = { broken: true }
  const failAt = (at: string) => {
    if (state.broken && at === step) throw failure(code)
  }
  return {
    repair: () => (state.broken = false),
    createFile: async (path: string): Promise<ContentFile> => {
      failAt('open')
      const file = await createOnDisk(path)
      let written = 0
      return {
        append: async chunks => {
          written += Buffer.concat(chunks).length
          if (written > 300_000) failAt('write')
          await file.append(chunks)
        },
        sync: async () => {
          failAt('sync')
          await file.sync()
        },
        close: () => file.close(),
      }
    },
  }
}

const content = 'x'.repeat(1_000_000)

for (const step of ['open', 'write', 'sync'] as const)
  t.test(`a disk that is full at ${step}`, async t => {
    const disk = failingDisk(step, 'ENOSPC')
    const vault = await startVault(t, { createFile: disk.createFile })
    const token = await vault.signIn()
    const id = await vault.makeSite(token)
    const answer = await vault.upload(token, id, 'a.md', content)
    t.match(answer, { status: 507, body: { code: 'DISK_FULL', error: /full/, message: /full/ } })
    t.same(await vault.list(token, id), [])
    t.same(filesIn(vault.folder), [], 'nothing half-written stays')
    disk.repair()
    t.equal((await vault.upload(token, id, 'a.md', content)).status, 200, 'uploads work again')
  })

t.test('a disk that breaks', async t => {
  const disk = failingDisk('write', 'EIO')
  const vault = await startVault(t, { createFile: disk.createFile })
  const token = await vault.signIn()
  const id = await vault.makeSite(token)
  const answer = await vault.upload(token, id, 'a.md', content)
  t.match(answer, { status: 500, body: { code: 'INTERNAL' } })
  t.notMatch(JSON.stringify(answer.body), /EIO/, 'and says nothing of our insides')
  t.same(filesIn(vault.folder), [])
  const start = performance.now()
  await vault.service.close()
  t.ok(performance.now() - start < 30_000, 'the connection of the refused upload blocks nothing')
})
