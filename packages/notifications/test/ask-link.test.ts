import { parseSecretKeys } from '@night-routine/database/connection'
import t from 'tap'
import { askPath, readAskToken } from '../src/ask-link.ts'
import { unsubscribePath } from '../src/unsubscribe.ts'

const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)]
const keys = parseSecretKeys([first])
const link = { ask: '8b0e4d0e-3a57-4c2f-9a57-6a4f5e1f3b11', email: 'robin@example.com' }

const tokenIn = (path: string) =>
  new URL(path, 'https://routine.example.org').searchParams.get('token') ?? ''

t.test('a token names one ask and one person, to nobody but us', async t => {
  const path = askPath(keys, link)
  t.match(path, /^\/asks\/link\?token=/)
  t.notMatch(path, /robin|8b0e4d0e/)
  t.same(readAskToken(keys, tokenIn(path)), link)
  t.same(readAskToken(parseSecretKeys([second, first]), tokenIn(path)), link, 'keys rotate')
  t.equal(readAskToken(parseSecretKeys([second]), tokenIn(path)), undefined)
  const token = tokenIn(path)
  const other = tokenIn(unsubscribePath(keys, { email: link.email, channel: 'email' }))
  for (const wrong of ['', 'x', `${token.slice(0, -4)}AAAA`, other])
    t.equal(readAskToken(keys, wrong), undefined, wrong)
})
