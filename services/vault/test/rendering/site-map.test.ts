import * as fc from 'fast-check'
import t from 'tap'
import { pathsOf, siteMap } from '../../src/rendering/site-map.ts'

t.test('finds each note at its address', async () => {
  const name = fc.stringMatching(/^[^/\p{C}\\]{1,12}$/u).filter(text => !/^\.+$/.test(text))
  const path = fc
    .array(name, { minLength: 1, maxLength: 4 })
    .map(names => `${names.join('/')}.md`)
    .filter(text => !/(^|\/)README\.md$/.test(text))
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 6 }), paths => {
      const map = siteMap(
        paths.map(one => ({ path: one })),
        '/',
      )
      return paths.every(one => {
        const address = decodeURIComponent(map.addressOf(one).slice(1))
        return pathsOf(address, '').includes(one)
      })
    }),
  )
})

t.test('no relative link leaves the site', async t => {
  const map = siteMap([{ path: 'a.md' }, { path: 'b/c.md' }], '/s/x/')
  const part = fc.constantFrom('..', '.', '', 'a', 'a.md', 'b', 'c', '/', '//', '%2e%2e')
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 8 }),
      parts => map.find(['..', '..', ...parts].join('/'), 'b/c.md') === undefined,
    ),
  )
  t.equal(map.find('../a', 'b/c.md'), 'a.md')
  t.equal(map.find('../../a', 'b/c.md'), undefined)
})

t.test('tries the paths of an address in order', async t => {
  t.same(pathsOf('', ''), ['index.md', 'README.md'])
  t.same(pathsOf('', 'Start'), ['Start', 'Start.md', 'index.md', 'README.md'])
  t.same(pathsOf('a/', 'Start'), ['a/index.md', 'a/README.md'])
  t.same(pathsOf('a/b', ''), ['a/b', 'a/b.md'])
})
