import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { flagOf, readFolder } from '../../src/publish/read-folder.ts'

t.test('reads every file with its path on the site, whatever its type', async t => {
  const folder = t.testdir({
    'index.md': '# Hello',
    'PHOTO.JPG': 'x',
    'data.bin': '',
    deep: { deeper: { 'a b.md': 'x' } },
    '.env': 'SECRET=1',
    '.git': { config: 'x' },
    'draft.md': '---\npublish: false\n---\n# Draft',
    'DRAFT.MD': '\uFEFF---\r\ntitle: x\r\nPublish: No\r\n---\r\n',
  })
  symlinkSync('/etc/passwd', join(folder, 'passwd.md'))
  writeFileSync(join(folder, 'u\u0308ber.md'), 'x')
  const { files, skipped } = await readFolder(folder)
  t.strictSame(
    files.map(({ path, size }) => `${path} ${size}`).toSorted(),
    ['PHOTO.JPG 1', 'data.bin 0', 'deep/deeper/a b.md 1', 'index.md 7', 'über.md 1'].toSorted(),
  )
  t.strictSame(
    skipped.map(({ path, why }) => `${path} ${why}`).toSorted(),
    [
      '.env hidden',
      '.git hidden',
      'DRAFT.MD publish: false',
      'draft.md publish: false',
      'passwd.md link',
    ].toSorted(),
  )
})

t.test('refuses a folder that is missing or a file, and two spellings of one name', async t => {
  const folder = t.testdir({ file: 'x' })
  await t.rejects(readFolder(join(folder, 'missing')), { code: 'ENOENT' })
  await t.rejects(readFolder(join(folder, 'file')), { code: 'ENOTDIR' })
  mkdirSync(join(folder, 'x'))
  writeFileSync(join(folder, 'x', '\u00FC'), '1')
  writeFileSync(join(folder, 'x', 'u\u0308'), '2')
  await t.rejects(readFolder(folder), { name: 'InvalidRequest' })
})

t.test('holds back unpublished notes', async t => {
  for (const note of [
    '---\npublish: false\n---\n',
    '---\npublish: "no"\n---\n',
    '---\ntitle: x\npublish : FALSE # later\n---',
    '---\n"publish": off\n---\n',
  ])
    t.equal(flagOf(note), false, note)
  for (const note of [
    '',
    'publish: false',
    '---\npublish: true\n---\n',
    '---\npublish:\n---\n',
    '---\npublish: falsehood\n---\n',
    '---\nother:\n  publish: false\n---\n',
    '---\n---\npublish: false\n---\n',
    '---\nno end\npublish: false\n',
    '# x\n---\npublish: false\n---\n',
  ])
    t.not(flagOf(note), false, note)
})

t.test('takes flagged notes, and files that match the patterns', async t => {
  const folder = t.testdir({
    'flagged.md': '---\npublish: true\n---\n',
    'plain.md': 'x',
    'never.md': '---\npublish: false\n---\n',
    'photo.jpg': 'x',
    deep: { 'a.md': 'x', 'b.md': '---\nPublish: "yes"\n---\n' },
  })
  const taken = async (choice: Parameters<typeof readFolder>[1]) =>
    (await readFolder(folder, choice)).files.map(({ path }) => path).toSorted()
  t.same(await taken({ onlyFlagged: true }), ['deep/b.md', 'flagged.md'])
  t.same(await taken({ onlyFlagged: true, include: ['*.jpg', 'never.md'] }), [
    'deep/b.md',
    'flagged.md',
    'photo.jpg',
  ])
  t.same(await taken({ include: ['deep/**'] }), ['deep/a.md', 'deep/b.md'])
  t.same(await taken({ exclude: ['deep/**', '*.jpg'] }), ['flagged.md', 'plain.md'])
  t.same(await taken({ include: ['**/*.md'], exclude: ['deep/a.md'] }), [
    'deep/b.md',
    'flagged.md',
    'plain.md',
  ])
  const { skipped } = await readFolder(folder, { onlyFlagged: true, exclude: ['deep/*'] })
  t.same(skipped.map(({ path, why }) => `${path} ${why}`).toSorted(), [
    'deep/a.md excluded',
    'deep/b.md excluded',
    'never.md publish: false',
    'photo.jpg not flagged',
    'plain.md not flagged',
  ])
})
