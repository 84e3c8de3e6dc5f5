import t from 'tap'
import { keysOf, linkKey, shortened } from '../../src/rendering/around.ts'
import { tagKeys } from '../../src/rendering/tags.ts'
import { html, readNote as read } from './page.ts'

const names = (text: string) => read(text).links.map(({ name }) => name)
const tagsIn = (text: string) => read(text).tags

t.test('reads tags as the editor does', async t => {
  for (const [text, tags] of [
    ['#trip', ['trip']],
    ['to #trip, #Trip/sea. And #été', ['trip', 'Trip/sea', 'été']],
    ['# Heading #a\n\n- #b\n- x #c\n\n> #d', ['a', 'b', 'c', 'd']],
    ['| #a | b |\n|--|--|\n| c | #e |', ['a', 'e']],
    ['#a//b/ #日本/東京 #🐌', ['a/b', '日本/東京', '🐌']],
    ['#1984 #2026/11 #y1984', ['y1984']],
    ['word#no (#no) \\#no [x #no](y) [[a|#no]] https://example.org/ #yes', ['yes']],
    ['`#no`\n\n```\n#no\n```\n\n    #no\n\n%%#no%%', []],
    ['# #', []],
    ['#1a #/1', ['1a']],
    ['**#a** *x #b* [#no](y) ^[#c]', ['b', 'c']],
    ['#same #SAME', ['same']],
  ] as const)
    t.same(tagsIn(text), tags, text)
  t.notMatch(html('#1984 is a number, # and #! none'), '<a')
  const [level20, long] = [Array.from({ length: 20 }, () => 'a').join('/'), 'a'.repeat(200)]
  t.same(tagsIn(`#${level20} #${level20}/b #${long} #${long}b`), [level20, long])
  for (const [matter, tags] of [
    ['tags: [a, b/c]', ['a', 'b/c']],
    ['tags: a, b!', ['a']],
    ['tags: a b', ['a', 'b']],
    ['tag: "#a"', ['a']],
    ['tags:\n  - x\n  - two words\n  - 7', ['x']],
    ['tags: {a: b}', []],
  ] as const)
    t.same(tagsIn(`---\n${matter}\n---\n`), tags, matter)
})

t.test('a tag leads to its page, and no address leads further than that', async t => {
  t.equal(html('to #a/b&c'), '<p>to <a href="/s/x/?tag=a%2Fb" class="tag">#a/b</a>&amp;c</p>')
  t.match(html('[x](tag:a%22b)'), 'class="missing"')
  t.match(html('[x](tag:a)'), '<a href="/s/x/?tag=a" class="tag">x</a>')
  t.match(html('<a href="tag:%00">x</a>'), 'class="missing"')
  t.match(html('<a href="tag:%ff">x</a>'), 'class="missing"')
})

t.test('a tag of 1,000 levels, or as long as a page, stays text', async t => {
  for (const tag of ['a/'.repeat(1_000) + 'a', 'a'.repeat(100_000)]) {
    t.same(tagsIn(`#${tag} #b`), ['b'])
    t.same(tagsIn(`---\ntags: [${tag}, b]\n---\n`), ['b'])
  }
  t.equal(tagsIn(Array.from({ length: 5_000 }, (_, at) => `#t${at}`).join(' ')).length, 100)
  t.same(tagKeys(['A/b/C', 'a/d']), ['a', 'a/b', 'a/b/c', 'a/d'])
})

t.test('a note says what previews show of it', async t => {
  t.match(read('# T\n\n#a #b\n\n![](x.png)\n\nThe **first** words\nof [[it]] %%not%%.\n\nMore'), {
    description: 'The first words of it .',
    image: { name: 'x.png' },
  })
  t.match(read('---\ndescription: "Short\\nwords"\nimage: "[[a b.jpg|300]]"\n---\n![[c.png]]'), {
    description: 'Short words',
    image: { name: 'a b.jpg', byName: true },
  })
  t.match(read('---\ncover: [[sea.webp]]\n---\n'), { image: { name: 'sea.webp' } })
  t.match(read('---\nimage: javascript:alert(1)\n---\n![[c.png]]'), { image: { name: 'c.png' } })
  for (const bare of ['', '> quoted', '- item', '![[a note]]', '```\ncode\n```'])
    t.notOk('description' in read(bare) || 'image' in read(bare), bare)
  t.equal(shortened('word '.repeat(100)).length, 200)
  t.match(shortened('word '.repeat(100)), / word…$/)
  t.equal(shortened('字'.repeat(300)), `${'字'.repeat(200)}…`)
  t.ok(shortened(`a${'🐌'.repeat(300)}`).isWellFormed())
})

t.test('a note says when it is from, and where else it is found', async t => {
  for (const [matter, date] of [
    ['date: 2026-11-21', '2026-11-21'],
    ['created: 2026-11-21T10:30:00+01:00', '2026-11-21'],
    ['updated: 2026-11-21 10:30', '2026-11-21'],
    ['updated: 2026-11-22\ndate: 2026-11-21', '2026-11-21'],
    ['date: soon\ncreated: 2026-11-20', '2026-11-20'],
    ['date: 2026-02-30', undefined],
    ['date: 0000-01-01', undefined],
    ['date: 20261121', undefined],
    ['date: [2026-11-21]', undefined],
    ['date: 2026-11-21x', undefined],
  ] as const)
    t.equal(read(`---\n${matter}\n---\n`).date, date, matter)
  t.equal(read('---\npermalink: /our/trip\n---\n').permalink, '/our/trip')
  t.notOk('permalink' in read('---\npermalink: [a]\n---\n'))
})

t.test('a note says what it links to, each once', async t => {
  t.same(names('[[a]] [[a#b|c]] ![[a]] [x](d/e.md#f) [[#here]] https://example.org `[[g]]`'), [
    'a',
    'd/e.md',
  ])
  t.equal(names(Array.from({ length: 20_000 }, (_, at) => `[[n${at}]]`).join(' ')).length, 5_000)
  t.equal(linkKey('Trips/The Séa.MD'), 'the sea')
  t.equal(linkKey('a/b/'), 'b')
  t.ok(Buffer.byteLength(linkKey('字'.repeat(5_000))) < 2_700, 'PostgreSQL can index it')
  t.same(keysOf({ path: 'Trips/Sea.md', aliases: ['x/Beach'] }), ['sea', 'beach'])
  t.same(keysOf({ path: 'Trips/index.md', aliases: [] }), ['index', 'trips', '', '.', '..'])
})
