import t from 'tap'
import { directionOf, directionOfLanguage } from '../../src/rendering/direction.ts'
import { pageOf } from './page.ts'
import { readHtml } from './read-html.ts'

const files: Record<string, string> = {
  'English.md': 'English',
  'Named.md': '---\nlang: en\n---\nEnglish',
  'עברית.md': 'עברית',
  'Hebrew.md': 'עברית',
}
const html = (text: string, isRightToLeft = false) => pageOf(text, { files, isRightToLeft })

/** The tag and the direction of each element that has one. */
const directions = async (text: string) =>
  readHtml(await html(text))
    .filter(({ attributes }) => attributes['dir'] !== undefined)
    .map(({ tag, attributes }) => `${tag} ${attributes['dir']}`)

t.test('finds the direction of a text and of a language', async t => {
  for (const text of ['שבת', '1. שבת', '(مساء) x', '\u200e… ܐ', '\u07ca'])
    t.equal(directionOf(text), 'rtl', text)
  for (const text of ['a שבת', 'é', '夜 מ']) t.equal(directionOf(text), 'ltr', text)
  for (const text of ['', '1, 2', '🌙']) t.equal(directionOf(text), undefined, text)
  for (const language of ['ar', 'he', 'fa-IR', 'ur', 'az-Arab', 'yi'])
    t.equal(directionOfLanguage(language), 'rtl', language)
  for (const language of ['en', 'fr', 'az', 'ja', 'x', 'not a language'])
    t.equal(directionOfLanguage(language), 'ltr', language)
})

t.test('the blocks of a note with letters from right to left have their direction', async t => {
  const table: [note: string, directions: string[]][] = [
    ['# English\n\ntext\n\n- list', []],
    ['# שבת\n\ntext', ['h1 auto', 'p auto']],
    ['- שבת\n- text', ['ul rtl', 'li rtl', 'li ltr']],
    ['1. text\n2. שבת', ['ol ltr', 'li ltr', 'li rtl']],
    ['- 1\n- 2 שבת', ['ul rtl', 'li rtl']],
    ['- שבת\n\n  text', ['ul rtl', 'li rtl', 'p auto', 'p auto']],
    ['- **`שבת`**', ['ul rtl', 'li rtl']],
    ['> שבת', ['blockquote rtl', 'p auto']],
    ['> a\n\n> שבת', ['blockquote ltr', 'p auto', 'blockquote rtl', 'p auto']],
    ['> [!tip] שבת\n> text', ['div rtl', 'p auto', 'p auto']],
    ['> [!tip]- שבת\n> text', ['details rtl', 'summary auto', 'p auto']],
    ['| שבת |\n|--|\n| b |', ['table rtl', 'th auto', 'td auto']],
    ['- שבת\n  - text\n\ntext', ['ul rtl', 'li rtl', 'ul ltr', 'li ltr', 'p auto']],
    ['<div dir="rtl">\n\n**x**\n\n</div>', ['div rtl']],
    ['<p dir="rtl">x</p>', ['p rtl']],
  ]
  for (const [note, expected] of table) t.same(await directions(note), expected, note)
})

t.test('the direction of a note comes from its language', async t => {
  t.match(await html('---\nlang: ar\n---\nx'), /^<div lang="ar" dir="rtl">\n<p>x/)
  t.match(await html('---\nlang: fr\n---\nx'), /^<div lang="fr">/)
  t.match(
    await html('---\nlang: he\n---\n![[English]]'),
    /<p class="embed-source">.*<\/p>\n<div dir="ltr">\n<p>English/,
  )
  t.match(await html('---\nlang: he\n---\n![[Named]]'), '<div lang="en" dir="ltr">')
  t.match(
    await html('---\nlang: fr\n---\n![[עברית]]'),
    /<div class="embed">[^]*<p dir="auto">עברית/,
  )
})

t.test('on a site from right to left, a note from left to right stays as it is', async t => {
  const table: [note: string, start: RegExp][] = [
    ['English', /^<div dir="ltr">\n<p>English/],
    ['---\nlang: fr\n---\nx', /^<div lang="fr" dir="ltr">/],
    ['English, and שבת', /^<p dir="auto">English/],
    // An embedded note is another one.
    ['English\n\n![[Hebrew]]', /^<div dir="ltr">\n<p>English[^]*<p dir="auto">עברית/],
    ['1 + 2', /^<p>1 \+ 2/],
    ['<b>1</b>', /^<p><b>1/],
  ]
  for (const [note, start] of table) t.match(await html(note, true), start, note)
  t.match(await html('English\n\n![[Named]]', true), '<div lang="en">', 'in what is ltr already')
})
