import t from 'tap'
import type { Row } from '../../src/rendering/bases.ts'
import { renderNote } from '../../src/rendering/markdown.ts'
import { nameOf } from '../../src/rendering/site-map.ts'
import { mapOf, pageOf } from './page.ts'
import { readHtml } from './read-html.ts'

const notes: Record<string, string> = {
  'Books/Moon.md':
    '---\nrating: 9\ntags: [book/picture]\ndone: true\nauthor: "[[Alex|A]]"\nread by: [Robin, Alex]\nsite: https://a.example/?a=1&b=2\n---\n',
  'Books/Whale.md': '---\nrating: 10\ntags: book\nstatus: lent <b>\ndone: false\nempty:\n---\n',
  'Books/Old/Train.md': '---\nrating: 3.5\nsecret: "%%hidden%% open"\n---\n#book',
  'Alex.md': 'no properties',
}
const rows: Row[] = Object.entries({ ...notes, 'photo.png': '' }).map(([path, text]) => {
  const note = renderNote(text)
  return { path, tags: note?.tags ?? [], properties: note?.properties ?? {} }
})
const map = mapOf([...rows.map(({ path }) => path), 'a.md', 'All.base'])
const compare = new Intl.Collator('en', { numeric: true }).compare

const html = (text: string, files: Record<string, string> = {}, language = 'en') =>
  pageOf(text, { files, map, language, rows, compare })

/** The cells of each row, the first of them the names of the columns. */
const cells = (page: string) =>
  page
    .split('<tr>')
    .slice(1)
    .map(row =>
      readHtml(row.slice(0, row.indexOf('</tr>'))).filter(({ tag }) => /^t[hd]$/.test(tag)),
    )
    .map(row => row.map(({ text }) => text))
const block = (...lines: string[]) => `\`\`\`base\n${lines.join('\n')}\n\`\`\``
const view = ['views:', '  - type: table']
/** The names of the notes that a filter leaves. */
const filtered = async (filter: string) => {
  const page = await html(block('filters:', '  and:', `    - ${JSON.stringify(filter)}`, ...view))
  return page.includes('class="box"') ? 'a box' : cells(page).slice(1).flat().join(' ')
}

t.test('a table over properties of notes is one', async t => {
  const page = await html(
    block(
      'filters: file.inFolder("Books")',
      'properties:',
      '  note.rating: { displayName: "Stars <i>" }',
      'views:',
      '  - type: table',
      '    name: All',
      '    order: [file.name, note.rating, read by, author, status, site, file.folder]',
      '    sort: [{ property: rating, direction: DESC }]',
      '  - type: cards',
    ),
  )
  t.same(cells(page), [
    ['Name', 'Stars &lt;i&gt;', 'read by', 'author', 'status', 'site', 'file.folder'],
    ['Whale', '10', '', '', 'lent &lt;b&gt;', '', 'Books'],
    ['Moon', '9', 'Robin, Alex', 'A', '', 'https://a.example/?a=1&amp;b=2', 'Books'],
    ['Train', '3.5', '', '', '', '', 'Books/Old'],
  ])
  readHtml(page)
  t.match(page, /^<div class="scroll" tabindex="0" role="group" aria-label="Table">\s*<table>/)
  t.match(page, '<a href="/s/x/Books/Moon">Moon</a>')
  t.match(page, '<a href="/s/x/Alex">A</a>')
  const french = await html(block(...view, '    order: [file.name, secret]'), {}, 'fr')
  t.same(cells(french)[0], ['Nom', 'secret'])
  t.notMatch(french, 'hidden', 'no comment is told')
})

t.test('filters as the editor does', async t => {
  for (const [filter, left] of [
    ['file.hasTag("book")', 'Moon Train Whale'],
    ['file.hasTag("book/picture")', 'Moon'],
    ['!file.hasTag("#Book")', 'Alex photo.png'],
    ['file.inFolder("Books/Old")', 'Train'],
    ['file.ext == "md"', 'Alex Moon Train Whale'],
    ['file.folder == "Books"', 'Moon Whale'],
    ['file.name != "Alex"', 'Moon photo.png Train Whale'],
    ['file.name == "Alex.md"', 'Alex'],
    ['rating > 3', 'Moon Train Whale'],
    ['note.rating <= 9', 'Moon Train'],
    ['rating == 3.5', 'Train'],
    ['done == true', 'Moon'],
    ['done != true', 'Alex photo.png Train Whale'],
    ['done', 'Moon'],
    ['!done', 'Alex photo.png Train Whale'],
    ['note["read by"].contains("Robin")', 'Moon'],
    ['note["read by"].contains("Rob")', ''],
    ['status.contains("len")', 'Whale'],
    ['empty.isEmpty()', 'Alex Moon photo.png Train Whale'],
    ['!rating.isEmpty()', 'Moon Train Whale'],
  ] as const)
    t.equal(await filtered(filter), left, filter)
  const both = ['filters:', '  or:', '    - rating > 9', '    - not:', '        - file.ext == "md"']
  t.same(cells(await html(block(...both, ...view))), [['Name'], ['photo.png'], ['Whale']])
  const inView = block('filters: rating > 3', ...view, '    filters: rating < 10', '    limit: 1')
  t.same(cells(await html(inView)), [['Name'], ['Moon']])
})

t.test('what it cannot tell is the box that it was', async t => {
  for (const filter of [
    'due < today()',
    'file.hasLink(this.file)',
    'file.mtime > now() - "1 week"',
    'author == this',
    'this.rating == 9',
    'formula.x > 2',
    'rating > limit',
    'rating > "3"',
    'a && b',
    'a || b',
    '!rating == 9',
    'status == ""',
    'file.hasTag(tag)',
    'file.hasTag',
    'file.hasTag("a", "b")',
    'file.tags.contains("book")',
    'file.name.endsWith(".png")',
    'file',
    'rating.round() > 3',
    'name.lower() == "a"',
    'list(rating).contains(3)',
    '"a" == rating',
    'rating + 1 > 3',
    '',
    'constructor',
    'toString.constructor("a")',
  ])
    t.match(await filtered(filter), filter === 'constructor' ? /^$/ : /^a box$/, filter)
  for (const base of [
    ['views:', '  - type: cards'],
    ['views:', '  - type: cards', '  - type: table'],
    ['views: []'],
    ['filters: 3', ...view],
    ['filters: { and: [x], or: [y] }', ...view],
    ['filters: { xor: [] }', ...view],
    [...view, '    order: [formula.x]'],
    [...view, '    order: [file.mtime]'],
    [...view, '    order: 3'],
    [...view, '    sort: [{ property: file.ctime }]'],
    [...view, '    groupBy: { property: rating }'],
    ['views: ['],
    ['&a [*a, *a]'],
    [...view, `    filters: { and: [${'"x",'.repeat(3_000)}] }`],
  ])
    t.match(await html(block(...base)), /^<div class="box">\s*<p class="box-title">Table of notes/)
})

t.test('a base is a page, and stands in notes with the view that they name', async t => {
  const base =
    'views:\n  - type: table\n    name: All of it\n  - type: table\n    name: Best\n    filters: rating > 9\n'
  t.equal(cells(await html(base)).length, rows.length + 1)
  const bases = { 'All.base': base }
  t.match(
    await html('![[All.base]]', bases),
    /^<div class="embed">\s*<p[^>]*><a href="\/s\/x\/All\.base">/,
  )
  t.equal(nameOf('Books/All.base'), 'All')
  for (const note of ['views: of the sea', 'views:\n\n- the sea', '# a\n\nviews:\n  - type: table'])
    t.notMatch(await html(note), /class="box"|<table/, note)
})
