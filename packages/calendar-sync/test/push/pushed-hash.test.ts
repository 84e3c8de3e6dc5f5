import t from 'tap'
import { pushedHash, pushedMeaning } from '../../src/push/pushed-hash.ts'

t.test(
  'either part of an event makes another hash, and the meaning can be read from it',
  async t => {
    const hash = pushedHash('meaning', 'why')
    t.equal(pushedHash('meaning', 'why'), hash)
    t.not(pushedHash('meaning', 'why not'), hash)
    t.not(pushedHash('another', 'why'), hash)
    t.equal(pushedMeaning(hash), 'meaning')
    t.equal(pushedMeaning(null), null)
  },
)
