import t from 'tap'
import { firstLetters, shortNames } from '../../../src/routes/home/night-cell.ts'

t.test('uses two letters, three if those are equal, else A and B', async t => {
  t.same(shortNames({ a: 'Antoine', b: 'Taina' }), { a: 'An', b: 'Ta' })
  t.same(shortNames({ a: 'Marie', b: 'Matthew' }), { a: 'Mar', b: 'Mat' })
  t.same(shortNames({ a: 'Maria', b: 'Mario' }), { a: 'MA', b: 'MB' })
  t.same(shortNames({ a: 'al', b: 'ALEX' }), { a: 'al', b: 'ALE' }, 'case does not count')
})

t.test('an accent or a family of emoji stays in one piece', async t => {
  t.equal(firstLetters('E\u0301lodie', 2), 'E\u0301l')
  t.equal(firstLetters('👨‍👩‍👧Papa', 1), '👨‍👩‍👧')
  t.equal(firstLetters('', 2), '')
})
