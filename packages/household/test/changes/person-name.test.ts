import * as fc from 'fast-check'
import { eventTitle, readTitle, tidyName, wordingFor } from '@night-routine/wording'
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

t.test('reads every valid name back from a title', async t => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 100, unit: 'grapheme' }),
    fc.string({ maxLength: 100, unit: 'binary' }),
    fc.string({ maxLength: 20, unit: fc.constantFrom(' ', 'a', '[', ']', '🌃', '👶', '\u200D') }),
  )
  const property = fc.property(anyText, text => {
    if (nameError(text) !== null) return true
    const name = tidyName(text)
    const names = { a: 'Alex', b: 'Robin' }
    const night = { caregiver: 'babysitter', babysitter: { name } } as const
    const title = readTitle(eventTitle({ ...night, names, openTitle: 'No one yet' }))
    return typeof title === 'object' && title.name === name && tidyName(name) === name
  })
  t.doesNotThrow(() => fc.assert(property, { numRuns: process.env['LONG_TESTS'] ? 6_000 : 500 }))
})
