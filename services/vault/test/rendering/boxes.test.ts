import t from 'tap'
import { canvasNote } from '../../src/rendering/canvas.ts'
import { renderNote } from '../../src/rendering/markdown.ts'
import { pageOf } from './page.ts'
import { readHtml } from './read-html.ts'

const board = JSON.stringify({
  nodes: [
    { id: '4', type: 'group', x: 0, y: 500, label: 'Later' },
    { id: '2', type: 'text', x: 300, y: 0, text: 'Second **card**\n\nwith two paragraphs' },
    { id: '1', type: 'text', x: 0, y: 0, text: '# First card' },
    { id: '3', type: 'file', x: 0, y: 100, file: 'a.md', subpath: '#Part' },
    { id: '5', type: 'link', x: 0, y: 600, url: 'https://a.example/' },
    { id: '6', type: 'text' },
    'nothing',
    null,
  ],
  edges: [{ id: 'e', fromNode: '1', toNode: '2' }],
})
const files: Record<string, string> = { 'a.md': 'a', 'Board.canvas': board, 'film.mp4': '' }
const html = (text: string, language = 'en') => pageOf(text, { files, language })

/** For each box its title and its folded source. */
async function boxes(note: string, language?: string): Promise<string[][]> {
  const elements = readHtml(await html(note, language))
  return elements
    .filter(({ attributes }) => attributes['class'] === 'box')
    .map(({ text }) => text.split('\n').filter(Boolean))
}

t.test('a block that the editor runs is a box with its source', async t => {
  const kinds: Record<string, string> = {
    mermaid: 'Mermaid diagram',
    dataview: 'Dataview query',
    dataviewjs: 'Dataview script',
    query: 'Search in the notes',
    tasks: 'Task query',
    base: 'Table of notes',
    'Mermaid title="x"': 'Mermaid diagram',
  }
  for (const [language, title] of Object.entries(kinds))
    t.same(
      await boxes(`\`\`\`${language}\nA --> <B>\n%% c\n\`\`\``),
      [[title, 'Show the source', 'A --&gt; &lt;B&gt;', '%% c']],
      language,
    )
  t.same((await boxes('```mermaid\nA\n```', 'fr'))[0]?.slice(0, 2), [
    'Diagramme Mermaid',
    'Voir la source',
  ])
  t.match(await html('```mermaid\nA\n```\n\n^plan'), '<div id="b-plan">\n<div class="box">')
  t.match(await html('```js\nA\n```'), '<code class="language-js">')
  t.same(await boxes('```\nmermaid\n```'), [])
  t.match(renderNote('```dataview\nlist\n```')?.text, 'list')
})

const link = (address: string, text: string) =>
  `<a href="${address}" rel="noopener noreferrer">${text}</a>`

t.test('a video or post of another host is a box with its link', async t => {
  for (const address of [
    'https://www.youtube.com/watch?v=x',
    'https://youtu.be/x',
    'https://m.youtube.com/x',
    'https://vimeo.com/1',
  ]) {
    const page = await html(`before ![the sea](${address}) after`)
    t.match(page, /^<p>before <\/p>\n<div class="box">\n[^]*<\/div>\n<p> after<\/p>$/)
    t.match(page, `Video on another site</span>: ${link(address, 'the sea')}</p>`)
    t.match(page, `<pre tabindex="0"><code>![the sea](${address})</code></pre>`)
  }
  const post = 'https://x.com/a/status/1'
  t.same(await boxes(`![](${post})`), [
    [`Post on another site: ${post}`, 'Show the source', `![](${post})`],
  ])
  t.match(await html(`**![a](${post})**`), link(post, 'a'), 'a link inside of a line')
  t.same(await boxes('![a](https://notyoutube.com/x) ![b](https://a.example/youtube.com)'), [])
})

t.test('frames and players that the author wrote leave their address', async t => {
  t.equal(
    await html('<iframe src="https://www.youtube.com/embed/x"></iframe>'),
    '<a class="file" href="https://www.youtube.com/embed/x" rel="noopener noreferrer">www.youtube.com</a>',
  )
  t.match(
    await html('<video src="film.mp4" title="the sea"></video>'),
    /^<p><video controls [^>]*aria-label="the sea"><\/video><\/p>$/,
  )
  t.match(await html('<video controls><source src="film.mp4"></video>'), '<video controls')
  t.match(
    await html('<audio src="https://a.example/x.mp3"></audio>'),
    'href="https://a.example/x.mp3"',
  )
  for (const note of [
    '<iframe src="javascript:alert(1)">x</iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<video src="javascript:alert(1)" onerror="alert(1)"></video>',
    '<span class="box-kind canvas menu" onclick="x"></span><span class="box-kind evil"></span>',
  ])
    t.notMatch(await html(note), /<iframe|<[^>]*(?:javascript|srcdoc|on\w+=|menu|evil)/, note)
})

t.test('a canvas is a box with a list of its cards', async t => {
  const page = await html(board)
  const [box] = readHtml(page)
  t.equal(box?.attributes['class'], 'box')
  t.match(
    box?.text,
    /^\s*Canvas\s+First card\s+Second card\s+with two paragraphs\s+a › Part\s+Later\s+https:\/\/a\.example\/\s+Show the source\s+\{/,
  )
  const source = readHtml(page).find(({ tag }) => tag === 'pre')?.text ?? ''
  t.same(JSON.parse(source.replaceAll('&lt;', '<').replaceAll('&amp;', '&')), JSON.parse(board))
  t.match(page, '<a href="/s/x/a#h-part">')
  t.equal(readHtml(page).filter(({ tag }) => tag === 'li').length, 5)
  t.match(
    await html('![[Board.canvas]]'),
    /^<div class="embed">\n<p class="embed-source"><a href="\/s\/x\/Board\.canvas">[^]*First card/,
  )
  t.match(await html('[[Board.canvas]]'), '<a href="/s/x/Board.canvas">Board.canvas</a>')
})

/** One with blank lines between its parts. */
const canvas = (text: string) => JSON.stringify({ nodes: [{ type: 'text', text }] }, null, '\n')

t.test('the source of a canvas stays as it is, and hides comments', async t => {
  for (const text of ['</code></pre><b>x</b>', '&lt;', '$x$ [[a]] #tag *b*', '```']) {
    const source =
      readHtml(await html(canvas(text))).findLast(({ tag }) => tag === 'pre')?.text ?? ''
    const read = source.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    t.same(JSON.parse(read), JSON.parse(canvas(text)), text)
  }
  t.notMatch(await html(canvas('a %%secret%% b')), /secret|Show the source/)
})

const cards = (...nodes: unknown[]) =>
  canvasNote(`\uFEFF\n${JSON.stringify({ nodes })}`)
    ?.split('\n\n<details>')[0]
    ?.split('\n')
    .slice(3)
const text = (shown: unknown, place: object = {}) => ({ type: 'text', text: shown, ...place })

t.test('reads a canvas, its cards from top to bottom and left to right', async t => {
  t.same(
    cards(text('d', { y: 2 }), text('c', { x: 1, y: 1 }), text('b', { x: 0, y: 1 }), text('a')),
    ['- a', '- b', '- c', '- d'],
  )
  t.same(cards(text('b', { y: '-1' }), text('c', { y: 1 }), text('a', { y: -1 })), [
    '- a',
    '- b',
    '- c',
  ])
  t.same(cards(text(' a\r\nb\rc\0 ')), ['- a', '  b', '  c\uFFFD'])
  t.same(cards({ type: 'file', file: 'a/b.MD', subpath: '#c' }), ['- [[a/b#c]]'])
  t.same(cards({ type: 'file', file: 'a.md.png' }), ['- [[a.md.png]]'])
  t.same(cards({ type: 'link', url: 'https://a.example' }, { type: 'link', url: 'b' }), [
    '- <https://a.example>',
    '- b',
  ])
  t.same(cards({ type: 'group', label: 'x' }), ['- **x**'])
  const all = { text: 'a', file: 'a', url: 'a', label: 'a' }
  const none = ['text', 'file', 'link', 'group'].map(type => ({ type }))
  t.same(cards({ type: 'other', ...all }, all, ...none, null, 1, 'a', []), [''])
  t.equal(cards(...Array.from({ length: 900 }, () => text('a')))?.length, 500)
  for (const other of ['', 'a', '{', '1', 'null', '[]', '{}', '{"nodes":1}', 'a {"nodes":[]}'])
    t.equal(canvasNote(other), undefined, other)
})
