import { message } from '@night-routine/wording'
import t from 'tap'
import { parseId } from '../../src/plugins/id.ts'

const says = message('error.noNight')

t.test('an id is digits without a leading zero, up to the largest of 64 bits', async t => {
  t.equal(parseId('1', says), 1n)
  t.equal(parseId('9007199254740993', says), 9_007_199_254_740_993n)
  t.equal(parseId('9223372036854775807', says), 9_223_372_036_854_775_807n)
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
    t.throws(() => parseId(text, says), { name: 'HttpError' }, JSON.stringify(text))
})

t.test('a bad id is a fault of its field, or an address that leads nowhere', async t => {
  t.match(refusalOf('night'), { status: 400, field: 'night' })
  t.match(refusalOf(), { status: 404, field: undefined })
})

function refusalOf(field?: string): unknown {
  try {
    return parseId('x', says, field)
  } catch (error) {
    return error
  }
}
