import * as fc from 'fast-check'
import { readCsv } from '@night-routine/import'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'

const english = wordingFor('en')
const read = (text: string) => readCsv(Buffer.from(text))
const shown = (text: string) => read(text).nights.map(({ night, name }) => `${night} ${name}`)
const unread = (text: string) =>
  read(text).unread.map(({ line, says }) => `${line}: ${english.tell(says)}`)

t.test('reads dates and names, as spreadsheets write them', async t => {
  const nights = ['2026-11-20 Alex', '2026-11-21 Robin']
  t.same(shown('2026-11-20,Alex\n2026-11-21,Robin'), nights, 'plain')
  t.same(
    shown('Date;Who\r\n2026-11-20;Alex\r\n2026-11-21;Robin\r\n'),
    nights,
    'a header, semicolons',
  )
  t.same(
    shown('\uFEFF"date","name"\n"2026-11-20","Alex"\n"2026-11-21","Robin"'),
    nights,
    'a BOM, quotes',
  )
  t.same(
    shown('\n2026-11-21, Robin ,late\n\n 2026-11-20 ,Alex,,\n,\n'),
    nights,
    'order, spaces, more columns',
  )
  t.same(shown('2026-11-20,"Maier, Alex"'), ['2026-11-20 Maier, Alex'])
  t.same(shown('2026-11-20;Maier, Alex'), ['2026-11-20 Maier, Alex'])

  const unknown = { kind: 'unsaid', reason: null, locked: true, eventId: null } as const
  t.same(read('2026-11-20,Alex').nights, [{ night: '2026-11-20', name: 'Alex', ...unknown }])
})

t.test('names each line that it cannot read', async t => {
  t.same(
    unread(
      'date,name\n2026-11-20,Alex\n20/11/2026,Alex\n2026-02-30,Alex\n2026-11-22,\n2026-11-20,Robin',
    ),
    [
      '3: “20/11/2026” isn’t a date. Write it as 2026-11-30.',
      '4: “2026-02-30” isn’t a date. Write it as 2026-11-30.',
      '5: Sunday 22 November has no name.',
      '6: Friday 20 November was already Alex’s.',
    ],
  )
  t.same(unread('2026-11-20,Alex\n0000-11-20,Alex'), [
    '2: “0000-11-20” isn’t a date. Write it as 2026-11-30.',
  ])
  t.same(unread('2026-11-20,Alex\n2026-11-20,Alex'), [], 'the same twice is no fault')
})

t.test('refuses what is no such file, in a sentence', async t => {
  const refused = (bytes: Uint8Array, message: RegExp) =>
    t.throws(() => readCsv(bytes), { name: 'ImportRefusal', message })
  refused(Buffer.from(''), /has no nights/)
  refused(Buffer.from('date,name\n'), /has no nights/)
  refused(Buffer.from('2026-11-20 Alex\n'), /“2026-11-20 Alex” isn’t a date/)
  refused(Buffer.from('2026-11-20,"Alex\n2026-11-21,Robin'), /quotation mark is missing/)
  refused(Buffer.from('2026-11-20,Zo\xEB', 'latin1'), /not text in UTF-8/)
  refused(Buffer.from('2026-11-20,Alex\0'), /not text in UTF-8/)
  const lines = Array.from({ length: 20_001 }, (_, index) => `2026-11-20,Alex,${index}`)
  refused(Buffer.from(lines.join('\n')), /more than 20,000 nights/)
})

const date = fc
  .integer({ min: 0, max: 20_000 })
  .map(days => Temporal.PlainDate.from('2000-01-01').add({ days }).toString())
const name = fc
  .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
  .map(text =>
    text
      .replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
      .normalize('NFC')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  .filter(text => text !== '' && !/^[\s\p{M}]*$/u.test(text))
const field = (text: string) => `"${text.replaceAll('"', '""')}"`

t.test('reads back every file of quoted fields', async t => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(date, name), {
        selector: ([night]) => night,
        minLength: 1,
        maxLength: 40,
      }),
      fc.constantFrom(',', ';'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (nights, delimiter, end, header) => {
        const rows = nights.map(([night, who]) => [night, who].map(field).join(delimiter))
        const text = [...(header ? [['date', 'name'].join(delimiter)] : []), ...rows].join(end)
        const sorted = nights.toSorted(([one], [two]) => (one < two ? -1 : 1))
        const found = read(text)
        t.same(
          found.nights.map(({ night, name: who }) => [night, who]),
          sorted,
        )
        t.same(found.unread, [])
      },
    ),
    { numRuns: 200 },
  )
})

t.test('anything else is a refusal or nights, never another error', async t => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
        fc
          .array(fc.oneof(date, name, fc.constantFrom(',', ';', '"', '\n', '\r', '\0', ' ')), {
            maxLength: 40,
          })
          .map(parts => Buffer.from(parts.join(''))),
      ),
      bytes => {
        try {
          const { nights, unread: faults } = readCsv(bytes)
          t.ok(nights.length > 0)
          for (const { says } of faults) t.type(english.tell(says), 'string')
        } catch (error) {
          t.match(error, { name: 'ImportRefusal' })
        }
      },
    ),
    { numRuns: 500 },
  )
})
