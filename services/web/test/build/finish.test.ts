import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { finishFiles, minify } from '../../src/build/finish.ts'

const folder = fileURLToPath(new URL('../../', import.meta.url))

t.test('minifies a stylesheet and shortens its own names', async t => {
  const sent = await minify(
    `/* Who */
    :root { --sitter-band: #4b5563; --a: #fff; }
    .is-babysitter { color: var(--sitter-band); background: var(--a); }`,
    'css',
  )
  t.equal(sent, ':root{--0:#4b5563;--1:#fff}.is-babysitter{color:var(--0);background:var(--1)}')
})

t.test('keeps foreign names', async t => {
  const sent = await minify('.one--two { -webkit-text-size-adjust: 100%; }', 'css')
  t.equal(sent, '.one--two{-webkit-text-size-adjust:100%}')
})

t.test('minifies a script without changing its meaning', async t => {
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

t.test('refuses other file types', async t => {
  await t.rejects(minify('.a { colour', 'css'))
  await t.rejects(minify('const = 1', 'js'))
})

t.test('the build minifies text files and leaves pictures alone', async t => {
  const target = `${t.testdir({})}/dist/public`
  execFileSync(process.execPath, [`${folder}src/build/main.ts`, target])
  const files = await finishFiles(`${folder}public`)
  t.ok(files.size > 6)
  for (const [file, content] of files) {
    t.ok(readFileSync(`${target}/${file}`).equals(content), file)
    const source = readFileSync(`${folder}public/${file}`)
    if (/\.(css|js)$/.test(file)) t.ok(content.length < source.length, `${file} is shorter`)
    else t.ok(content.equals(source), `${file} is as it was`)
  }
})
