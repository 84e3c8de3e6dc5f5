import * as fc from 'fast-check'
import { oddText } from './odd-text.ts'

const edges = [
  0,
  -0,
  1,
  -1,
  0.5,
  1e-7,
  127,
  128,
  32_767,
  32_768,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  1e21,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
]

/** Numbers at the edges of what types hold; JSON can write each of them. */
export function oddNumber(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(...edges),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
}

/** Text where a number belongs: edges, beyond 64 bits, other spellings, other text. */
export function oddNumberText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '+1',
      '-0',
      '01',
      '1.0',
      '1e3',
      '0x10',
      '1_000',
      '1,000',
      '١',
      '１',
      'NaN',
      'Infinity',
      '-Infinity',
      'null',
      '9007199254740993',
      '9223372036854775807',
      '9223372036854775808',
      '-9223372036854775809',
      '1'.repeat(400),
    ),
    oddNumber().map(String),
    oddText({ maxLength: 1_000, seeds: ['1', '-'] }),
  )
}
