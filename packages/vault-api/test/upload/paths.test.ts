import { checkOdd, oddText } from '@night-routine/odd-input'
import t from 'tap'
import { bytesSource, InvalidRequest } from '../../src/index.ts'
import { checkPaths, faultOf } from '../../src/upload/paths.ts'
import { failure } from '../failure.ts'
import { hurriedClient, scriptedHost } from '../scripted-host.ts'

t.test('says why a path is no path of a file', async t => {
  const bad: [path: string, fault: RegExp][] = [
    ['', /empty/],
    ['a\0b', /character/],
    ['a\ud83d', /character/],
    ['a\nb', /character/],
    ['a\\b', /backslash/],
    ['/a', /slash/],
    ['a/', /slash/],
    ['a//b', /slash/],
    ['../a', /leads out/],
    ['a/./b', /leads out/],
    ['a'.repeat(256), /255/],
    ['é'.repeat(128), /255/],
    ['a/'.repeat(513), /1024/],
  ]
  for (const [path, fault] of bad) t.match(faultOf(path), fault, JSON.stringify(path))
  for (const path of ['a.md', 'a b/ü.md', '...', 'a.', ' a ', 'é'.repeat(127), 'a%2Fb', '😀.md'])
    t.equal(faultOf(path), null, path)
})

t.test('names every bad path before the first upload', async t => {
  const host = await scriptedHost(t, () => ({}))
  const files = ['a.md', '../b.md', 'c\\d.md', 'e.md'].map(path => ({
    path,
    source: bytesSource('x'),
  }))
  const error = await failure(
    hurriedClient(host.address).files.uploadAll({ id: 's', host: host.host }, files),
  )
  t.type(error, InvalidRequest)
  t.match(error.message, /"\.\.\/b\.md" leads out of its folder; "c\\\\d\.md" has a backslash\./)
  t.equal(host.seen.length, 0)
})

t.test('a path that passes can be sent', async t => {
  await checkOdd(t, oddText({ maxLength: 5_000, seeds: ['/', '.', '..', '\\'] }), path => {
    if (faultOf(path) === null) {
      if (decodeURIComponent(encodeURIComponent(path)) !== path) throw new Error(path)
      return checkPaths([path])
    }
    try {
      checkPaths([path])
    } catch (error) {
      if (error instanceof InvalidRequest && error.message.isWellFormed()) return undefined
      throw error
    }
    throw new Error('not refused')
  })
})
