import * as fc from 'fast-check'

/** Characters that programs trip over, by the reason why. */
const single = [
  '\0',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\r',
  '\n',
  '\r\n',
  '\t',
  // Lone surrogates: valid in JavaScript and JSON, refused by UTF-8 and PostgreSQL.
  '\ud83d',
  '\ude00',
  '\udfff\ud800',
  // Byte order mark, zero width, joiners, soft hyphen.
  '\ufeff',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  // Direction marks, embeddings and overrides.
  '\u200e',
  '\u200f',
  '\u202e',
  '\u2066',
  '\u2069',
  // Line and paragraph separators, which are line ends in JavaScript only.
  '\u2028',
  '\u2029',
  // Combining marks, alone and piled up.
  '\u0301',
  'e\u0301\u0323\u0302',
  '\u0e33',
  // Letters whose case changes their length, or depends on the language.
  'ß',
  'İ',
  'ı',
  'ﬁ',
  'Σς',
  // Full-width and other spaces.
  '\u3000',
  '\u00a0',
  'Ａ',
  // Joined emoji, flags, skin tones, a character of the last plane, noncharacters.
  '👩‍👩‍👧',
  '🇫🇷',
  '🇫',
  '👍🏽',
  '\u{10ffff}',
  '\ufffe',
  '\uffff',
  // What templates, markup, shells, SQL, CSV and headers give a meaning to.
  '<script>',
  '&amp;',
  '"',
  "'",
  '’',
  '\\',
  '`',
  '{{x}}',
  '${x}',
  '%00',
  '%',
  '=1+1',
  ';',
  ',',
  ':',
  '[',
  ']',
  '../',
  '__proto__',
]

/** Any sequence of UTF-16 units: lone surrogates are likely. */
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map(codes => String.fromCharCode(...codes))

/** Any code points. `fc.string({ unit: 'binary' })` would spend seconds on a table of all of them. */
const codePoints = fc
  .array(fc.integer({ min: 0, max: 0x10_ffff }), { maxLength: 10 })
  .map(codes => String.fromCodePoint(...codes))

/** One character, repeated; long texts find what is slow or has a limit. */
const repeated = (maxLength: number) =>
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...single),
        fc.constantFrom('a', 'a.', '<', '[', '>', '*', '%%', 'é'),
      ),
      fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 300 }) },
        { weight: 1, arbitrary: fc.constantFrom(1_000, 10_000, 100_000) },
      ),
    )
    .map(([part, count]) => part.repeat(Math.ceil(count / part.length)).slice(0, maxLength))

/**
 * Text of every plane, from empty to `maxLength` UTF-16 units (100,000 unless given): lone surrogates, NUL, byte order
 * marks, directions, joiners, combining marks, markup. `seeds` are texts of the inlet, which it mixes in.
 */
export function oddText({
  maxLength = 100_000,
  seeds = [],
}: { maxLength?: number; seeds?: readonly string[] } = {}): fc.Arbitrary<string> {
  const parts = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...single) },
        { weight: 2, arbitrary: fc.constantFrom('Alex', ' ', '', 'x', ...seeds) },
        { weight: 1, arbitrary: codePoints },
        { weight: 1, arbitrary: units },
      ),
      { maxLength: 12 },
    )
    .map(list => list.join(''))
  return fc
    .oneof(
      { weight: 6, arbitrary: parts },
      { weight: 2, arbitrary: units },
      { weight: 1, arbitrary: repeated(maxLength) },
    )
    .map(text => text.slice(0, maxLength))
}
