import { firstLetters, shortNames } from '@night-routine/wording'
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
