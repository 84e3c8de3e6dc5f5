import { checkOdd, oddText } from '@night-routine/odd-input'
import { outsideText } from '@night-routine/service'
import * as fc from 'fast-check'
import t from 'tap'

t.test('leaves text that can be stored, and cuts between characters', async t => {
  t.equal(outsideText('Zoë 👩‍👩‍👧', 100), 'Zoë 👩‍👩‍👧')
  t.equal(outsideText('a\0b\ud83dc\ude00', 100), 'a\ufffdb\ufffdc\ufffd')
  t.equal(outsideText('ab😀', 3), 'ab')
  t.equal(outsideText('ab😀', 4), 'ab😀')
})

t.test('any text becomes well-formed and keeps the limit', async t => {
  const cases = fc.tuple(oddText(), fc.integer({ min: 1, max: 1_000 }))
  await checkOdd(t, cases, ([text, limit]) => {
    const read = outsideText(text, limit)
    if (!read.isWellFormed() || read.includes('\0') || read.length > limit)
      throw new Error(JSON.stringify(read))
  })
})
