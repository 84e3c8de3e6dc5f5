import * as fc from 'fast-check'
import { readTitle, tidyName, wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nameError } from '../../src/changes/person-name.ts'

const smile = '\u{1F642}'

t.test('accepts names of people', async t => {
  for (const name of [
    'Dana',
    'D',
    'Ana María',
    "O'Neill-Şahin",
    '田中さん',
    'عمر',
    'Kim & Kim',
    '<b>Dana</b>',
    '{{constructor}}',
    "Robert'); drop table assignments;--",
    '42',
    '👩‍🍼',
    'D'.repeat(80),
    smile.repeat(80),
    '  Dana  ',
  ])
    t.equal(nameError(name), null, name)
})

t.test('refuses invalid names, with the reason', async t => {
  const control = 'A name can’t contain line breaks or control characters.'
  const needed = 'Enter a name.'
  const brackets = 'A name can’t contain square brackets.'
  const long = 'A name can have at most 80 characters.'
  const rows: [string, string][] = [
    ['', needed],
    ['   ', needed],
    ['\u200B', needed],
    ['\u2060\u00AD', needed],
    ['D'.repeat(81), long],
    [smile.repeat(81), long],
    ['Da\nna', control],
    ['Dana\n', control],
    ['Da\tna', control],
    ['Dana\u0000', control],
    ['Da\u2028na', control],
    ['\u202EanaD', control],
    ['\u2067Dana', control],
    ['Dana\uD800', control],
    ['[Dana', brackets],
    ['Dana]', brackets],
    ['［Dana', brackets],
    ['Dana］', brackets],
  ]
  t.same(
    rows.map(([name]) => {
      const fault = nameError(name)
      return fault && wordingFor('en').tell(fault)
    }),
    rows.map(([, text]) => text),
  )
})

t.test('ignores extra spaces', async t => {
  t.equal(tidyName('  Ana   María '), 'Ana María')
  t.equal(tidyName('Mari\u0301a'), 'Mar\u00EDa', 'an accent typed apart is the same letter')
  t.equal(nameError(` ${'D'.repeat(80)} `), null)
})

const character = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('[', ']', ' ', '\u00a0', '\u2028', '\u200b', '\u202e', '\n', '\ud83d', '👶'),
)
const name = fc.array(character, { maxLength: 90 }).map(characters => characters.join(''))

t.test('pages and titles accept the same names', async t => {
  const property = fc.property(name, text => {
    const read = readTitle(`[${text}] 🌃👶Routine`)
    if (nameError(text) === null) return typeof read === 'object' && read.name === tidyName(text)
    return typeof read === 'string' || nameError(read.name) === null
  })
  t.doesNotThrow(() => fc.assert(property, { numRuns: process.env['LONG_TESTS'] ? 9_000 : 1_000 }))
})
