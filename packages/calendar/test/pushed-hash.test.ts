import t from 'tap'
import { pushedHash, pushedMeaning, writtenMeaning } from '../src/event-hash.ts'

t.test('depends on both parts, and the first one can be read back', async t => {
  const hash = pushedHash('meaning', 'why')
  t.equal(pushedHash('meaning', 'why'), hash)
  t.not(pushedHash('meaning', 'why not'), hash)
  t.not(pushedHash('another', 'why'), hash)
  t.equal(pushedMeaning(hash), 'meaning')
  t.equal(pushedMeaning(null), null)
  t.match(hash, /^meaning\.[\w-]{43}$/)
})

t.test('a write with an unknown description has the meaning alone', async t => {
  t.equal(writtenMeaning('meaning'), 'meaning.')
  t.equal(pushedMeaning(writtenMeaning('meaning')), 'meaning')
})
