import * as fc from 'fast-check'
import t from 'tap'
import { siteMap } from '../../src/rendering/site-map.ts'

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
        return map.pathsAt(address, '').includes(one)
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
  t.same(siteMap([], '/').pathsAt('', ''), ['index.md', 'README.md'])
  t.same(siteMap([], '/').pathsAt('', 'Start'), ['Start', 'Start.md', 'index.md', 'README.md'])
  t.same(siteMap([], '/').pathsAt('a/', 'Start'), ['a/index.md', 'a/README.md'])
  t.same(siteMap([], '/').pathsAt('a/b', ''), ['a/b', 'a/b.md'])
})

t.test('keeps the address of a note free of that of a file', async t => {
  const paths = ['Node.js', 'Node.js.md', 'LOUD.MD', 'a/.md', 'a/index', 'index.md']
  const map = siteMap(
    paths.map(path => ({ path })),
    '/',
  )
  t.same(
    paths.map(path => map.addressOf(path)),
    ['/Node.js', '/Node.js.md', '/LOUD.MD', '/a/.md', '/a/index', '/'],
  )
  for (const path of paths)
    t.equal(
      map.pathsAt(map.addressOf(path).slice(1), '').find(one => paths.includes(one)),
      path,
    )
})

t.test('of many notes with one name, finds the one in the folder of the link', async t => {
  const files = Array.from({ length: 10_000 }, (_, at) => ({ path: `f${at}/README.md` }))
  const map = siteMap(files, '/s/x/')
  const target = { name: 'README', byName: true, fragment: '' }
  for (const at of files.keys())
    if (map.resolve(target, `f${at}/a.md`) !== `f${at}/README.md`) t.fail(String(at))
  t.equal(map.resolve(target, 'a.md'), 'f0/README.md')
})
