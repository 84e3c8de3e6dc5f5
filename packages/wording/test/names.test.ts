import { areNamed, firstLetters, parentNames, shortNames, wordingFor } from '@night-routine/wording'
import t from 'tap'

t.test('uses two letters, three if those are equal, else A and B', async t => {
  t.same(shortNames({ a: 'Antoine', b: 'Taina' }, 2), { a: 'An', b: 'Ta' })
  t.same(shortNames({ a: 'Marie', b: 'Matthew' }, 2), { a: 'Mar', b: 'Mat' })
  t.same(shortNames({ a: 'Maria', b: 'Mario' }, 2), { a: 'MA', b: 'MB' })
  t.same(shortNames({ a: 'al', b: 'ALEX' }, 2), { a: 'al', b: 'ALE' }, 'case does not count')
})

t.test('an accent or a family of emoji stays in one piece', async t => {
  t.equal(firstLetters('E\u0301lodie', 2), 'E\u0301l')
  t.equal(firstLetters('👨‍👩‍👧Papa', 1), '👨‍👩‍👧')
  t.equal(firstLetters('', 2), '')
})

const called = (a: string | null, b: string | null) => ({ a: { name: a }, b: { name: b } })

t.test('a parent without a name has a stand-in, each for themselves', async t => {
  for (const [a, b, names, named] of [
    [null, null, { a: 'Parent A', b: 'Parent B' }, false],
    ['Alex', null, { a: 'Alex', b: 'Parent B' }, false],
    [null, 'Robin', { a: 'Parent A', b: 'Robin' }, false],
    ['Alex', 'Robin', { a: 'Alex', b: 'Robin' }, true],
    ['Parent A', 'Parent B', { a: 'Parent A', b: 'Parent B' }, true],
  ] as const) {
    t.strictSame(parentNames(called(a, b), wordingFor('en')), names)
    t.equal(areNamed(called(a, b)), named, `${a}, ${b}`)
  }
})
