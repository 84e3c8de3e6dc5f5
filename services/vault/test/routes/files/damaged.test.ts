import { appendFile, rm, writeFile } from 'node:fs/promises'
import { hash } from 'node:crypto'
import t from 'tap'
import { published } from '../../published-site.ts'

t.test('lists no file whose content is lost or damaged until it is uploaded again', async t => {
  const files = {
    'lost.md': 'lost',
    'lost.txt': 'lost text',
    'longer.md': 'longer',
    'other.md': 'other',
    'whole.md': 'whole',
  }
  const vault = await published(t, files)
  const { get, upload, list, token, id, folder, url } = vault
  const listed = async () => (await list(token, id)).map(({ path }) => path)
  const contentOf = (text: string) => {
    const name = hash('sha256', text)
    return `${folder}/files/${name.slice(0, 2)}/${name}`
  }
  t.equal((await listed()).length, 5)
  await vault.rendered()
  await rm(contentOf('lost'))
  await rm(contentOf('lost text'))
  await appendFile(contentOf('longer'), '!')
  await writeFile(contentOf('other'), 'OTHER')
  t.same(await listed(), ['whole.md'])
  const answer = await fetch(`${url}/s/notes/lost.txt`)
  t.equal(answer.status, 503, 'an error, not an empty page')
  t.match(await answer.text(), 'published again')
  t.match(await (await get('/s/notes/lost')).text(), '<p>lost</p>', 'its page is stored')

  for (const [path, text] of Object.entries(files)) await upload(token, id, path, text)
  t.equal((await listed()).length, 5)
  t.equal((await get('/s/notes/lost.txt')).status, 200)
})
