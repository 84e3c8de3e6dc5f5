import { foldEmail } from '@night-routine/service'
import t from 'tap'
import { allowList, maskEmail } from '../../src/plugins/allow-list.ts'

t.test('compares addresses without case and surrounding spaces', async t => {
  const mayEnter = allowList([' Alex@Example.com', 'robin@example.com'])
  for (const email of ['alex@example.com', 'ALEX@EXAMPLE.COM ', 'robin@example.com'])
    t.ok(mayEnter(email), email)
  for (const email of ['a.lex@example.com', 'alex+x@example.com', 'alex@example.com.evil.org', ''])
    t.notOk(mayEnter(email), email)
  t.equal(foldEmail(' Alex@Example.com '), 'alex@example.com')
  const kim = allowList(['Kim@example.com', 'É@example.com'])
  t.ok(kim('kim@example.com'))
  // U+212A, U+FF4B, U+0130 and a composed letter: other people's mailboxes.
  for (const email of ['\u212Aim@example.com', '\uFF4Bim@example.com', 'k\u0130m@example.com'])
    t.notOk(kim(email), email)
  t.same([kim('É@example.com'), kim('é@example.com')], [true, false])
})

t.test('an empty or invalid list admits no one', async t => {
  for (const list of [
    [],
    ['alex@example.com', ''],
    ['alex@example.com', '*'],
    ['alex@example.com', 'a@b@c'],
  ])
    t.notOk(allowList(list)('alex@example.com'), JSON.stringify(list))
})

t.test('the log gets one letter and the domain', async t => {
  t.equal(maskEmail('stranger@example.com'), 's…@example.com')
  t.equal(maskEmail('no address'), '…')
  t.equal(maskEmail('@example.com'), '…')
})
