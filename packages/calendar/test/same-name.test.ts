import { nearName, parentCalled, parentMeant, sameName } from '../src/same-name.ts'
import { checkOdd, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'

type Pairs = readonly (readonly [string, string])[]

/** What the two functions say, and that the order does not matter. */
function compared(one: string, other: string): 'same' | 'near' | 'different' | 'both' {
  const said = [sameName(one, other), nearName(one, other)]
  t.same([sameName(other, one), nearName(other, one)], said, `${other} and ${one}`)
  if (said[0] === true) return said[1] === true ? 'both' : 'same'
  return said[1] === true ? 'near' : 'different'
}

function all(pairs: Pairs, expected: ReturnType<typeof compared>) {
  for (const [one, other] of pairs) t.equal(compared(one, other), expected, `${one} and ${other}`)
}

t.test('people read these as the same name', async () => {
  all(
    [
      ['Alex', 'alex'],
      ['ÉLODIE', 'e\u0301lodie'],
      [' Ana  María', 'ana maría'],
      ['Ａｌｅｘ', 'Alex'],
      ['Al\u200Bex\uFE0F', 'Alex'],
      ['Weiß', 'WEISS'],
      // Upper and lower case take the first letter apart again.
      ['\u0390da', '\u03AA\u0301DA'],
    ],
    'same',
  )
})

t.test('apostrophes of every kind are one', async () => {
  for (const apostrophe of "’‘‛ʼʻʹʽˈ′‵`´＇׳ꞌ᾽'") all([[`O${apostrophe}Brien`, "O'Brien"]], 'same')
})

t.test('dashes of every kind are one', async () => {
  for (const dash of '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63\uFF0D\u2043\u02D7')
    all([[`Jean${dash}Luc`, 'Jean-Luc']], 'same')
})

t.test('spaces of every kind and number are one', async () => {
  for (const space of ['\u00A0', '\u2009', '\u202F', '\u3000', '\u2003', '  ', '\u00A0 '])
    all([[`Ana${space}María`, 'Ana María']], 'same')
})

t.test(
  'accents left out are a slip at any length, also where Unicode keeps the letter',
  async () => {
    all(
      [
        ['Zoë', 'Zoe'],
        ['Chloé', 'Chloe'],
        ['Éa', 'Ea'],
        // Short, so that a missing letter would not do.
        ['Ela', 'Eła'],
        ['Bjø', 'Bjo'],
        ['Đani', 'Dani'],
        ['Ðan', 'Dan'],
        ['Ħal', 'Hal'],
        ['Læo', 'Laeo'],
        ['Œda', 'Oeda'],
        ['Þór', 'Thor'],
        ['Işıl', 'Isil'],
        ['Семён', 'Семен'],
        ['Ελένη', 'Ελενη'],
        ['Hùng', 'Hưng'],
      ],
      'near',
    )
  },
)

t.test('spaces, dashes, apostrophes and dots left out are a slip', async () => {
  all(
    [
      ['Jean-Luc', 'Jean Luc'],
      ['Jean-Luc', 'Jeanluc'],
      ["O'Brien", 'OBrien'],
      ['Anna K.', 'Anna K'],
      ['Al', 'A.L.'],
    ],
    'near',
  )
})

t.test('one letter more, less, other or swapped is a slip, from four letters on', async () => {
  all(
    [
      ['Robin', 'Robyn'],
      ['Robin', 'Robbin'],
      ['Robin', 'Robi'],
      ['Robin', 'Robni'],
      ['Robin', 'Orbin'],
      ['Alex', 'Alexa'],
      ['Alex', 'Alec'],
      ['Müller', 'Mueller'],
      ['Anna Maria', 'Anna Marie'],
      ['Ｒobyn', 'Robin'],
      ['Алекс', 'Алёкс'],
    ],
    'near',
  )
})

t.test('these are different people', async () => {
  all(
    [
      ['Tim', 'Tom'],
      ['Amy', 'May'],
      ['Jan', 'Jana'],
      ['Alex', 'Alexander'],
      ['Anna', 'Annana'],
      ['Anna', 'Annanna'],
      ['Anna', 'Ann1'],
      ['Robab', 'Robbac'],
      ['Robab', 'Robbc'],
      ['Robab', 'Robca'],
      ['Robyn', 'Robin Maria'],
      ['Robin', 'Robert'],
      ['Robin', 'Rbion'],
      ['Robin', 'Rbian'],
      ['Abcdef', 'Badcef'],
      ['Anna K', 'Anna M'],
      ['Anna Maria', 'Anne Marie'],
      ['Anna', 'Anna Maria'],
      ['Parent A', 'Parent B'],
      ['Parent1', 'Parent2'],
      ['Mama🙂', 'Mama🙃'],
      ['佐々木誠', '佐々木梓'],
      ['ゆうこさん', 'りょうこさん'],
      ['さとうさん', 'かとうさん'],
      ['サトウさん', 'カトウさん'],
      ['김민준씨', '김민서씨'],
      ['Alex', 'Аlexa'],
      ['', 'a'],
    ],
    'different',
  )
})

t.test('a name means the parent who has it now, then the one who had it', async t => {
  const names = { a: 'Zoë', b: 'Robin' }
  const earlierNames = [{ parent: 'b', name: 'Sasha' } as const]
  const known = { names, earlierNames, babysitters: ['Dana', 'Robyn'] }
  t.same(
    ['zoë', 'ROBIN', 'sasha', 'Zoe'].map(name => parentCalled(name, known)),
    ['a', 'b', 'b', undefined],
  )
  t.same(
    ['Zoe', 'Robinn', 'Sahsa', 'Robyn', 'Kim'].map(name => parentMeant(name, known)),
    ['a', 'b', 'b', undefined, undefined],
  )
  t.equal(parentCalled('Robin', { names, earlierNames: [{ parent: 'a', name: 'Robin' }] }), 'b')
})

t.test('compares any two texts: symmetric, and a text is the same as itself', async t => {
  const seeds = ["D'Arcy", 'D’Arcy', 'Zoë', 'Zoe', 'Jean-Luc', 'Robin', 'Robni']
  const text = oddText({ maxLength: 10_000, seeds })
  await checkOdd(t, fc.tuple(text, text), ([one, other]) => {
    for (const compare of [sameName, nearName])
      if (compare(one, other) !== compare(other, one))
        throw new Error(`${compare.name}: not symmetric`)
    if (sameName(one, other) && nearName(one, other)) throw new Error('the same and a slip')
    if (!sameName(one, one) || nearName(other, other)) throw new Error('not itself')
    if (!sameName(one, ` ${one}\u00A0`)) throw new Error('spaces at the ends count')
  })
})
