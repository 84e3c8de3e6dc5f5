import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openContentStore } from '../../src/content/store.ts'
import { temporaryFolder } from '../running-vault.ts'

async function* chunksOf(text: string) {
  yield Buffer.from(text)
}

t.test('lists its contents and ignores other files in its folder', async t => {
  const store = await openContentStore(temporaryFolder(t))
  const received = await store.receive(chunksOf('a note'), 100, () => undefined)
  await store.keep(received)
  await writeFile(join(store.root, '.DS_Store'), '')
  await mkdir(join(store.root, 'lost+found', 'more'), { recursive: true })
  const listed: string[] = []
  for await (const hashes of store.list()) listed.push(...hashes)
  t.same(listed, [received.hash])
})
