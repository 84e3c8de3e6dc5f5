import t from 'tap'
import { ownPath } from '../../src/plugins/own-path.ts'

t.test('accepts paths of this site only', async t => {
  for (const path of [
    '/',
    '/history',
    '/history?before=7&night=2026-11-20#change-1',
    '/?month=2026-12',
  ])
    t.equal(ownPath(path), path)
  const others = ['', 'history', '//example.com', '/\\example.com', '/x\\y', '/\t/example.com']
  for (const path of [
    ...others,
    'https://example.com/',
    '/é',
    '/a b',
    '/a\r\nset-cookie: x',
    undefined,
  ])
    t.equal(ownPath(path), undefined, String(path))
})
