import { readTitle, tidyName } from '@night-routine/wording'
import * as fc from 'fast-check'
import t from 'tap'
import { nameError } from '../../src/changes/person-name.ts'

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
