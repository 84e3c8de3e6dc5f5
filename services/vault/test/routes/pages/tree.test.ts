import t from 'tap'
import { foldersAbove, siteTree, type Node } from '../../../src/routes/pages/tree.ts'

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const addressOf = (folder: string) => `/${folder}`

type Options = Partial<Parameters<typeof siteTree>[1]>

function treeOf(paths: readonly string[], options: Options) {
  const notes = paths.map(path => ({
    path,
    title: path.split('/').at(-1) ?? '',
    address: `/${path}`,
    date: '',
  }))
  const usual = { ordering: [], hidden: [], home: undefined, compare, addressOf }
  return siteTree(notes, { ...usual, ...options })
}

/** The tree of a page as text: folders in brackets, `*` for the page, `+` for an open folder. */
function tree(paths: readonly string[], page: string, options: Options = {}): string {
  const shown = ({ name, address, current, open, children }: Node): string =>
    address.endsWith('/')
      ? `${name}${open ? '+' : ''}[${children.map(shown).join(' ')}]`
      : name + (current ? '*' : '')
  return treeOf(paths, options).nodes(page).map(shown).join(' ')
}

t.test('folders come before notes, and the home before all', async t => {
  const paths = ['a.md', 'b/c.md', 'b/index.md', 'b/d/e.md', 'B/f.md', 'home.md']
  t.equal(tree(paths, ''), 'B[f.md] b[index.md d[e.md] c.md] a.md home.md')
  t.equal(tree(paths, 'b/d/e.md'), 'B[f.md] b+[index.md d+[e.md*] c.md] a.md home.md')
  t.equal(tree(paths, 'b/', { home: 'home.md' }), 'home.md B[f.md] b+[index.md d[e.md] c.md] a.md')
})

t.test('the order of the owner comes first, by path or without an ending', async t => {
  const paths = ['a.md', 'b.md', 'c.md', 'd/e.md', 'index.md']
  t.equal(tree(paths, '', { ordering: ['c', 'b.md', 'x'] }), 'c.md b.md d[e.md] a.md index.md')
  t.equal(tree(paths, '', { ordering: ['a.md', 'd/'] }), 'a.md d[e.md] b.md c.md index.md')
})

t.test('hides what the owner hides, with all below it', async t => {
  const paths = ['a.md', 'ab.md', 'd/e.md', 'd/f.md', 'da/e.md']
  t.equal(tree(paths, '', { hidden: ['a', 'd/'] }), 'da[e.md] ab.md')
  t.equal(tree(paths, '', { hidden: ['a.md', 'd/e'] }), 'd[f.md] da[e.md] ab.md')
})

t.test('turns over every note in the order of the tree, without what is hidden', async t => {
  const paths = ['a.md', 'b/c.md', 'b/index.md', 'b/d/e.md', 'home.md', 'z/y.md']
  const options = { home: 'home.md', ordering: ['a'], hidden: ['z'] }
  t.same(
    treeOf(paths, options)
      .notes()
      .map(({ path }) => path),
    ['home.md', 'a.md', 'b/index.md', 'b/d/e.md', 'b/c.md'],
  )
})

t.test('the folders above a page do not have its own among them', async t => {
  for (const [path, above] of [
    ['a.md', []],
    ['index.md', []],
    ['', []],
    ['a/', []],
    ['a/b/', ['a/']],
    ['a/b.md', ['a/']],
    ['a/b/c.md', ['a/', 'a/b/']],
    ['a/b/Index.md', ['a/']],
    ['a/README.md', []],
  ] as const)
    t.same(foldersAbove(path), above, path)
})

const manyPaths = (count: number) =>
  Array.from({ length: count - 1 }, (_, at) => `x/${1_000 + at}.md`).concat('y/z.md')

t.test('a site of more than 200 notes shows only the folders around the page', async t => {
  t.match(tree(manyPaths(200), 'x/1000.md'), / y\[z\.md\]$/)
  t.match(tree(manyPaths(201), 'x/1000.md'), / y\[\]$/)
  t.equal(tree(manyPaths(201), 'y/z.md'), 'x[] y+[z.md*]')
})

t.test('of a long folder it shows the 100 around the page', async t => {
  const paths = Array.from({ length: 300 }, (_, at) => `${1_000 + at}.md`)
  const around = (page: string) => {
    const names = tree(paths, page).split(' ')
    return [names.length, names[0], names.at(-1)]
  }
  t.same(around(''), [100, '1000.md', '1099.md'])
  t.same(around('1050.md'), [100, '1000.md', '1099.md'])
  t.same(around('1051.md'), [100, '1001.md', '1100.md'])
  t.same(around('1299.md'), [100, '1200.md', '1299.md*'])
})
