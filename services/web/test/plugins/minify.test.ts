import t from 'tap'
import { minify } from '../../src/plugins/minify.ts'

t.test('a stylesheet is sent without comments and with short names of its own', async t => {
  const sent = await minify(
    `/* Who */
    :root { --sitter-band: #4b5563; --a: #fff; }
    .is-babysitter { color: var(--sitter-band); background: var(--a); }`,
    'css',
  )
  t.equal(sent, ':root{--0:#4b5563;--1:#fff}.is-babysitter{color:var(--0);background:var(--1)}')
})

t.test('names of others stay as they are', async t => {
  const sent = await minify('.one--two { -webkit-text-size-adjust: 100%; }', 'css')
  t.equal(sent, '.one--two{-webkit-text-size-adjust:100%}')
})

t.test('a script is sent without comments, and means the same', async t => {
  const sent = await minify(
    `// Adds.
    const addOne = number => number + 1
    export const three = addOne(2)`,
    'js',
  )
  t.notMatch(sent, 'Adds')
  const { three } = await import(`data:text/javascript,${encodeURIComponent(sent)}`)
  t.equal(three, 3)
})

t.test('what is no stylesheet and no script is refused at once', async t => {
  await t.rejects(minify('.a { colour', 'css'))
  await t.rejects(minify('const = 1', 'js'))
})
