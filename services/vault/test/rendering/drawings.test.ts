import t from 'tap'
import { renderNote } from '../../src/rendering/markdown.ts'
import { nameOf } from '../../src/rendering/site-map.ts'
import { mapOf, pageOf } from './page.ts'
import { readHtml } from './read-html.ts'

const texts = [
  'Bath at *seven* ^kf93Jd0s',
  '[[Book|A story]]',
  '- not a list',
  '1. nor',
  '$2 %% <b>',
]
const section = `${texts.slice(0, 2).join('\n\n')} ^Zk_3-d0s\n\n${texts.slice(2).join('\n\n')} ^aB3dE6gH\n\n`
const warning =
  "==⚠  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. ⚠== You can decompress Drawing data with the command palette: 'Decompress current Excalidraw file'."
const scene =
  '## Drawing\n```compressed-json\nN4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZAHoFAc0JRJQgEYA6bGwC2CgF7N6hbEcK4OCtptbErHALRY8RMpWdx8Q1TdIEfARcZgRmBShcZQUebQBObR4aOiCEfQQOKGZuAG1wMFAwYogSblYAawAFZXiebgANAE0kYsg4\n```\n'
const matter = '---\n\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n\n---\n'

/** As the plugin writes them, over the years and with its settings. */
const drawings: Record<string, string> = {
  now: `${matter}${warning}\n\n\n# Excalidraw Data\n\n## Text Elements\n${section}## Embedded Files\n1e2f: [[photo.png]]\n\n%%\n${scene}%%`,
  hidden: `${matter}${warning}\n\n%%\n# Excalidraw Data\n\n## Text Elements\n${section}## Element Links\nabc: [[x]]\n\n${scene}%%`,
  before: `${matter}${warning}\n\n\n# Text Elements\n${section}# Embedded files\n1e2f: [[photo.png]]\n\n%%\n# Drawing\n\`\`\`json\n{"type":"excalidraw"}\n\`\`\`\n%%`,
  windows: `${matter}${warning}\n\n# Text Elements\n${section}%%\n${scene}%%`.replaceAll(
    '\n',
    '\r\n',
  ),
}

interface Look {
  path?: string
  others?: readonly string[]
  files?: Record<string, string>
  language?: string
}

/** The HTML of a note on a site with these files and others. */
const html = (
  text: string,
  { path = 'Art/Plan.excalidraw.md', others = [], files = {}, language = 'en' }: Look = {},
) => {
  const map = mapOf([path, 'Book.md', ...others, ...Object.keys(files)])
  return pageOf(text, { path, map, files, language })
}

t.test('a drawing is a box with its texts, and nothing of its plugin', async t => {
  for (const [kind, drawing] of Object.entries(drawings)) {
    const page = await html(drawing)
    const [box] = readHtml(page)
    t.equal(box?.attributes['class'], 'box', kind)
    t.same(
      box?.text.split('\n').filter(Boolean),
      ['Drawing', 'Bath at *seven*', 'A story', '- not a list', '1. nor', '$2 %% &lt;b&gt;'],
      kind,
    )
    t.equal(readHtml(page).filter(({ tag }) => tag === 'li').length, 3, 'an item for each text')
    t.match(page, '<a href="/s/x/Book">A story</a>')
    t.notMatch(page, /EXCALIDRAW|compressed|N4KAk|Embedded|kf93Jd0s|Text Elements/, kind)
    const note = renderNote(drawing)
    t.match(note?.text, /Bath at[^]*A story/, 'for the search')
    t.equal(note?.hasHeading, false)
    t.same(
      note?.links.map(({ name }) => name),
      ['Book'],
      'and for the notes that it leads to',
    )
  }
  t.match(await html(drawings['now'] ?? '', { language: 'fr' }), '>Dessin<')
  t.equal(nameOf('Art/Plan.excalidraw.md'), 'Plan')
})

const picture = (file: string) => `<p><img src="/s/x/Art/${file}" alt="Plan" loading="lazy" /></p>`

t.test('shows the picture that the plugin exported beside a drawing', async t => {
  const drawing = drawings['now'] ?? ''
  for (const others of [
    ['Plan.excalidraw.svg', 'Plan.excalidraw.png', 'Plan.svg'],
    ['Plan.excalidraw.light.svg', 'Plan.excalidraw.dark.svg'],
    ['Plan.excalidraw.png'],
    ['Plan.excalidraw.dark.svg'],
    ['Plan.svg', 'Plan.png'],
    ['plan.Excalidraw.SVG'],
  ])
    t.equal(
      await html(drawing, { others: others.map(file => `Art/${file}`) }),
      picture(others[0] ?? ''),
    )
  const elsewhere = [
    'Plan.excalidraw.svg',
    'Art/Plan.excalidraw.heic',
    'Art/Plan.excalidraw.md.svg',
  ]
  t.match(await html(drawing, { others: elsewhere }), 'class="box"')
  t.match(
    await html(drawing.replace(warning, '## My notes\n\nmore'), {
      others: ['Art/Plan.excalidraw.svg'],
    }),
    /^<p><img [^>]*><\/p>\s*<h2 id="h-my-notes">My notes<\/h2>\s*<p>more<\/p>$/,
    'and what its author wrote beside it',
  )
})

t.test('a note embeds a drawing as its picture or its texts', async t => {
  const files = {
    'Art/Plan.excalidraw.md': drawings['now'] ?? '',
    'Sketch.md': drawings['before'] ?? '',
  }
  const look = { path: 'a.md', files }
  const box = await html('![[Plan.excalidraw]]', look)
  t.match(
    box,
    /^<div class="embed">[^]*href="\/s\/x\/Art\/Plan\.excalidraw"[^]*class="box"[^]*seven/,
  )
  t.match(await html('![[Plan.excalidraw#^frame=kf93Jd0s]]', look), 'class="box"')
  const others = ['Art/Plan.excalidraw.svg', 'Sketch.png', 'Old.excalidraw', 'Old.excalidraw.svg']
  const drawn = { ...look, others }
  t.equal(
    await html('![[Plan.excalidraw|300]]', drawn),
    '<p><img src="/s/x/Art/Plan.excalidraw.svg" alt="Plan.excalidraw" loading="lazy" width="300" /></p>',
  )
  t.match(
    await html('| ![[Plan.excalidraw\\|the plan]] |\n|--|', drawn),
    /<th><img [^>]*alt="the plan"/,
  )
  t.match(await html('![[Sketch]]', drawn), '<p><img src="/s/x/Sketch.png"')
  t.match(await html('![[Old.excalidraw]]', drawn), '<p><img src="/s/x/Old.excalidraw.svg"')
  t.match(await html('[[Plan.excalidraw]]', drawn), '<a href="/s/x/Art/Plan.excalidraw">')
})

t.test('what is no drawing stays a note', async t => {
  const written = `${matter}# Badge\n\ntext`
  t.match(await html(written, { others: ['Art/Plan.excalidraw.svg'] }), /^<h1[^]*text<\/p>$/)
  t.match(await html('# Text Elements\n\na ^abcdefgh'), '<p id="b-abcdefgh">a</p>')
})
