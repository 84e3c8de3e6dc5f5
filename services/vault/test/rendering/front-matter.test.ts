import t from 'tap'
import { renderNote } from '../../src/rendering/markdown.ts'
import { html } from './page.ts'

/** What is read of a note, but its pieces and its text. */
const note = (text: string) => {
  const { pieces: _pieces, text: _text, ...about } = renderNote(text) ?? {}
  return { ...about, html: html(text) }
}

t.test('reads front matter and titles', async t => {
  t.match(note('---\npublish: true\n---\n# One\n\ntext'), {
    title: 'One',
    hasHeading: true,
    html: /^<h1 id="h-one">One<\/h1>/,
  })
  t.strictSame(note('\uFEFF---\r\na: b\r\n---\r\ntext'), {
    aliases: [],
    hasHeading: false,
    headings: [],
    tags: [],
    description: 'text',
    links: [],
    properties: { a: 'b' },
    html: '<p>text</p>',
  })
  t.match(note('---\ntitle: Our trip\naliases: [Holiday, "The sea"]\n---\n# Trip'), {
    title: 'Our trip',
    aliases: ['Holiday', 'The sea'],
    hasHeading: true,
  })
  t.match(note('---\ntitle: 2026\nalias: yes\n---\n'), { title: '2026', aliases: ['yes'] })
  for (const broken of [
    'title: a: b',
    'aliases: [',
    '\ttitle: x',
    '- a\n- b',
    'a: &a [*a]',
    'title: {a: b}',
  ])
    t.match(note(`---\n${broken}\n---\ntext`), { aliases: [], html: '<p>text</p>' }, broken)
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
  for (const [one, two] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg'])
    bomb.push(`${two}: &${two} [${Array.from({ length: 9 }, () => `*${one}`).join(',')}]`)
  t.match(note(`---\n${bomb.join('\n')}\naliases: *g\n---\ntext`), { html: '<p>text</p>' })

  const french = '<div lang="fr-CA">\n<p>texte</p>\n</div>'
  for (const line of ['lang: fr-CA', "lang : 'fr-CA'\r", 'title: x\nlang: "fr-CA"\ntags: y'])
    t.equal(html(`---\n${line}\n---\ntexte`), french, line)
  for (const line of ['lang: "><b>', 'lang: f', 'slang: fr', 'lang:', 'lang: fr"x'])
    t.equal(html(`---\n${line}\n---\ntexte`), '<p>texte</p>', line)
  t.equal(html('text\nlang: fr'), '<p>text<br class="soft" />\nlang: fr</p>')
  t.match(html('text\n\n---\n\nmore\n\n---\n'), /text[\s\S]*more/)
})
