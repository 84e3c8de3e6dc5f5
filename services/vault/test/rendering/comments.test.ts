import { checkOdd } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { cutComments } from '../../src/rendering/comments.ts'
import { renderNote } from '../../src/rendering/markdown.ts'

/** What readers and the search see of a note, without the elements that every note has. */
const seen = (note: string) => renderNote(note)?.text ?? ''
const html = (note: string) => (renderNote(note)?.pieces ?? []).map(String).join('').trim()

t.test('removes comments, except in code', async t => {
  const table: [note: string, seen: string][] = [
    ['a %%z%% b', 'a  b'],
    ['a\n\n%%\nz\n\ny\n%%\n\nb', 'a\nb'],
    ['a %%z\n\ny%% b', 'a\nb'],
    ['a %%no end\n\nz', 'a'],
    ['`%%a%%` %%z%%', '%%a%%'],
    ['``%% ` %%`` %%z%%', '%% ` %%'],
    ['a ` b %%z%%\n\n` c', 'a ` b\n` c'],
    ['```\n%%a%%\n```\n%%z%%', '%%a%%'],
    ['~~~~\n%%a\n~~~\n%%\n~~~~\n%%z%%', '%%a\n~~~\n%%'],
    ['    %%a%%\n\nb %%z%%', '%%a%%\nb'],
    ['100 % and 5 %', '100 % and 5 %'],
    ['para\n%%\nz\n%%\nmore', 'para more'],
    ['%%z%%\n# A', 'A'],
    ['%%\n# z\n\n- z\n%%\n\n## A', 'A'],
    // A comment that starts in one block ends in another.
    ['- a %%z\n- z%% b\n- c', 'a\nb\nc'],
    ['> a %%z\n\nz%% b', 'a\nb'],
    ['1. a\n\n   %%\n   z\n\n   z\n   %%\n\n   b\n2. c', 'a\nb\nc'],
    ['| a | b |\n|--|--|\n| 1 %%z | z%%2 |\n| 3 | 4 |', 'a\nb\n1\n2\n3\n4'],
    ['<div>\n%%z\n</div>\n\nz%% b', 'b'],
    ['a %%z\n\n```\nz\n```\n\n%% b', 'a\nb'],
    // In what is no text.
    ['[a %%z%%](b.md "t %%z%%") [[b|c %%z%%]]', 'a  c'],
    ['[[b|c %%z]] z%% d', '[[b|c  d'],
    ['see https://a.example/%%z z z%% b', 'see https://a.example/ b'],
    ['a^[note %%z%%]', 'a\nnote'],
    ['a ^id %%z%%', 'a'],
    ['> [!tip] A %%z\n> z%% b', 'A\nb'],
    ['> [!tip] %%z%%\n> b', 'Tip\nb'],
  ]
  for (const [note, expected] of table) {
    t.equal(seen(note), expected, note)
    t.notMatch(JSON.stringify(renderNote(note)), /z/, note)
  }
})

t.test('keeps what the marks of code and comments in different blocks look like', async t => {
  const fence = '```mermaid\ngraph TD\n\n%% the family\nA-->B\n```\n\n## Rest of the note\n\nText.'
  t.equal(seen(fence), 'graph TD\n\n%% the family\nA-->B\nRest of the note\nText.')
  const ticks = '# Keys\n\n- press the ` key\n- %%private: the code is 0000%% or the ` key\n'
  t.equal(seen(ticks), 'Keys\npress the ` key\nor the ` key')
})

t.test('a comment leaves no empty heading, paragraph or name behind', async t => {
  t.equal(html('a\n\n%%x%%\n\nb'), '<p>a</p>\n<p>b</p>')
  t.strictSame(renderNote('## %%x%%\n\n## A\n\n### B %%x%%')?.headings, [
    { level: 2, id: 'h-a', text: 'A' },
    { level: 3, id: 'h-b', text: 'B' },
  ])
  t.equal(html('a ^id %%x%%'), '<p id="b-id">a</p>')
  t.equal(html('a %%x ^id'), '<p>a </p>')
  t.equal(html('**a**^id'), '<p><strong>a</strong>^id</p>')
  t.equal(html('<b title="%%x%%">a</b>'), '<p><b>a</b></p>')
  t.strictSame(cutComments('a %%b%% c %%d'), { kept: 'a  c ', open: true })
})

// Wide, because a table shows no cell beyond its columns, and so no end of a comment there.
const wideTable = `${'| a '.repeat(20)}|\n${'|--'.repeat(20)}|\n| `

const around = ['- ', '> ', ' | ', '# ', '\n', '\n\n', '1. ', '  - ']
  .concat(['*', '**', '==', '[', '](a.md)', '[[a|', ']]', '![', '^[', ']', '[^1]', '[^1]: '])
  .concat(['> [!tip] ', '- [ ] ', ' ^id', '<div>\n', '</div>\n', '<b>', '</b>', '\\', '%', 'x'])
  .concat(['https://a.example/', '---\n', '===\n'])

t.test('no part of a comment is published, whatever stands around it', async t => {
  const piece = fc.constantFrom(wideTable, ...around)
  const inside = fc.constantFrom(...around.filter(one => one !== '%'), '`', '```\n', 'x')
  const pieces = fc.array(piece, { maxLength: 8 })
  const note = fc.tuple(pieces, fc.array(inside, { maxLength: 6 }), pieces).map(
    ([before, comment, after]) =>
      // One mark more or less would move the comment, and front matter would end it.
      `\n${before.join('').replaceAll('%', '')} %%secret${comment.join('')}secret%% ${after.join('').replaceAll('%', '')}`,
  )
  await checkOdd(
    t,
    note,
    one => {
      const rendered = JSON.stringify(renderNote(one))
      if (rendered.includes('secret')) throw new Error(rendered)
    },
    { cases: 300 },
  )
})
