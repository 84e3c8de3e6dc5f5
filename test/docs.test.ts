import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { configurationPage } from './configuration-table.ts'

const pages = globSync('{*.md,docs/**/*.md,packages/*/README.md,services/*/README.md}').toSorted()
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

t.test('the table of settings is the one the services read', async t => {
  t.equal(readFileSync('docs/configuration.md', 'utf8'), await configurationPage())
})

t.test('every npm command in the docs exists', async t => {
  const builtIn = new Set(['ci', 'install', 'i'])
  for (const page of pages)
    for (const [command, script] of readFileSync(page, 'utf8').matchAll(/npm (?:run )?([a-z:]+)/g))
      if (!builtIn.has(script ?? '') && command !== 'npm registry' && command !== 'npm package')
        t.ok(scripts[script ?? ''], `${page}: ${command}`)
})

t.test('every link to a file of ours leads somewhere', async t => {
  for (const page of pages)
    for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(
      /\]\((?!https?:|#|mailto:)([^)#\s]+)/g,
    ))
      t.ok(existsSync(join(dirname(page), target)), `${page}: ${target}`)
})

t.test('every path that a page names in code letters exists', async t => {
  for (const page of pages.filter(path => !path.startsWith('docs/decisions')))
    for (const [, path = ''] of readFileSync(page, 'utf8').matchAll(
      /`((?:packages|services|docs|test|scripts)\/[\w./-]+)`/g,
    ))
      t.ok(existsSync(path) || existsSync(join(dirname(page), path)), `${page}: ${path}`)
})
