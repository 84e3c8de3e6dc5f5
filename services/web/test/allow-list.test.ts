import t from 'tap'
import { allowList, foldEmail, maskEmail } from '../src/allow-list.ts'

t.test('an address compares without case and surrounding spaces, and in no other way', async t => {
  const mayEnter = allowList([' Alex@Example.com', 'robin@example.com'])
  for (const email of ['alex@example.com', 'ALEX@EXAMPLE.COM ', 'robin@example.com'])
    t.ok(mayEnter(email), email)
  for (const email of ['a.lex@example.com', 'alex+x@example.com', 'alex@example.com.evil.org', ''])
    t.notOk(mayEnter(email), email)
  t.equal(foldEmail(' Alex@Example.com '), 'alex@example.com')
})

t.test('a list that is empty or holds anything else admits nobody', async t => {
  for (const list of [
    [],
    ['alex@example.com', ''],
    ['alex@example.com', '*'],
    ['alex@example.com', 'a@b@c'],
  ])
    t.notOk(allowList(list)('alex@example.com'), JSON.stringify(list))
})

t.test('the log learns one letter and the domain', async t => {
  t.equal(maskEmail('stranger@example.com'), 's…@example.com')
  t.equal(maskEmail('no address'), '…')
  t.equal(maskEmail('@example.com'), '…')
})
