import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { parseSecretKeys } from '@night-routine/database'
import t from 'tap'

t.test('a key is 32 bytes in hex, base64 or url-safe base64, and the same in each', async t => {
  const bytes = randomBytes(32)
  const [hex, base64, url] = parseSecretKeys([
    bytes.toString('hex').toUpperCase(),
    ` ${bytes.toString('base64')}\n`,
    bytes.toString('base64url'),
  ])
  t.ok(hex.id)
  t.same([base64?.id, url?.id], [hex.id, hex.id])
})

t.test('keys keep their order, newest first, and each has an id', async t => {
  const list = Array.from({ length: 3 }, () => randomBytes(32).toString('base64'))
  const ids = parseSecretKeys(list).map(({ id }) => id)
  t.equal(new Set(ids).size, 3)
  t.same(
    ids.toReversed(),
    parseSecretKeys(list.toReversed()).map(({ id }) => id),
  )
})

t.test('what is no key is refused in a sentence that does not show it', async t => {
  const good = randomBytes(32).toString('hex')
  for (const bad of ['', 'secret', good.slice(1), randomBytes(31).toString('base64'), `${good}0`])
    t.throws(() => parseSecretKeys([good, bad]), {
      message: /^Key 2 of SECRET_KEYS is not 32 bytes in hex \(64 digits\) or base64/,
    })
  t.throws(() => parseSecretKeys([]), { message: /at least one key/ })
})

t.test('a key that is logged by mistake does not show', async t => {
  const bytes = randomBytes(32)
  const shown = inspect(parseSecretKeys([bytes.toString('hex')]), { depth: 9 })
  t.notMatch(shown, bytes.toString('hex'))
  t.notMatch(shown, bytes.toString('base64'))
})
