import t from 'tap'
import { parseAssignmentId } from '../../src/routes/assignment-id.ts'

t.test('an id is digits without a leading zero, up to the largest of 64 bits', async t => {
  t.equal(parseAssignmentId('1'), 1n)
  t.equal(parseAssignmentId('9007199254740993'), 9_007_199_254_740_993n)
  t.equal(parseAssignmentId('9223372036854775807'), 9_223_372_036_854_775_807n)
  for (const text of [
    '',
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    ' 5',
    '5\n',
    '5 ',
    '1;2',
    '٣',
    '9223372036854775808',
    '9'.repeat(30),
  ])
    t.equal(parseAssignmentId(text), undefined, JSON.stringify(text))
})
