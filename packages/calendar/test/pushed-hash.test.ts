import t from 'tap'
import { pushedHash, pushedMeaning } from '@night-routine/calendar'

t.test('depends on both parts, and the first one can be read back', async t => {
  const hash = pushedHash('meaning', 'why')
  t.equal(pushedHash('meaning', 'why'), hash)
  t.not(pushedHash('meaning', 'why not'), hash)
  t.not(pushedHash('another', 'why'), hash)
  t.equal(pushedMeaning(hash), 'meaning')
  t.equal(pushedMeaning(null), null)
})
