import { message } from '@night-routine/wording'
import t from 'tap'
import { parseId } from '../../src/plugins/id.ts'

const parsed = (text: string, field?: string): unknown => {
  try {
    return parseId(text, message('error.noNight'), field)
  } catch (error) {
    return error
  }
}

t.test('an id is digits without a leading zero, up to the largest of 64 bits', async t => {
  for (const id of [1n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n])
    t.equal(parsed(String(id)), id)
  for (const text of ['', '0', '01', '-1', '1.0', '1e3', '0x10', ' 5', '5\n', '٣', '9'.repeat(30)])
    t.match(parsed(text), { status: 404, field: undefined }, JSON.stringify(text))
  t.match(parsed('9223372036854775808', 'night'), { status: 400, field: 'night' })
})
