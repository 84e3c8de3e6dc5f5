import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import t from 'tap'
import { buildAlone } from './api-reference/alone.ts'
import { notes } from './api-reference/notes.ts'
import { writtenDocs } from './written-docs.ts'

const pages = globSync('{*.md,docs/**/*.md,{packages,services,tools}/*/README.md}').toSorted()
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

t.test('generated docs match the schemas of the services', async t => {
  for (const [path, text] of await writtenDocs()) t.equal(readFileSync(path, 'utf8'), text, path)
})

t.test('the docs list the scopes that sign-in requests', async t => {
  const { requiredScopes } = (await import(resolve('packages/calendar/src/google/scopes.ts'))) as {
    requiredScopes: string[]
  }
  const rows = readFileSync('docs/google-cloud.md', 'utf8').matchAll(
    /^\| `(openid|email|https:[^`]+)` /gm,
  )
  t.strictSame(
    [...rows].map(([, scope]) => scope),
    requiredScopes,
  )
})

t.test('the reference lists the headers that a notification needs', async t => {
  const { service, close } = await buildAlone('webhook-ingest')
  t.teardown(close)
  const address = '/api/webhook/calendar'
  const names = Object.keys(notes['webhook-ingest']?.[`POST ${address}`]?.headers ?? {})
  const ask = (headers: string[]) =>
    service.inject({
      method: 'POST',
      url: address,
      headers: Object.fromEntries(headers.map(name => [`x-goog-${name}`, 'x'])),
    })
  t.equal((await ask(names)).statusCode, 503, 'complete, and there is no database')
  for (const name of names) {
    const { statusCode, body } = await ask(names.filter(other => other !== name))
    t.match({ statusCode, body }, { statusCode: 400, body: name })
  }
})

t.test('every npm command in the docs exists', async t => {
  const builtIn = new Set(['ci', 'install', 'i'])
  for (const page of pages)
    for (const [command, script] of readFileSync(page, 'utf8').matchAll(/npm (?:run )?([a-z:]+)/g))
      if (!builtIn.has(script ?? '') && command !== 'npm registry' && command !== 'npm package')
        t.ok(scripts[script ?? ''], `${page}: ${command}`)
})

t.test('the architecture page names every part', async t => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  for (const part of globSync('{packages,services,tools}/*')) t.match(page, `\`${part}\``, part)
})

t.test('every link to a file resolves', async t => {
  for (const page of pages)
    for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(
      /\]\((?!https?:|#|mailto:)([^)#\s]+)/g,
    ))
      t.ok(existsSync(join(dirname(page), target)), `${page}: ${target}`)
})

/** The anchors of a page's headings, as GitHub derives them. */
function anchorsOf(page: string): Set<string> {
  const headings = readFileSync(page, 'utf8')
    .replaceAll(/^ *```[^]*?^ *```/gm, '')
    .matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

t.test('every link to a heading resolves', async t => {
  let found = 0
  for (const page of pages)
    for (const [, target = '', anchor = ''] of readFileSync(page, 'utf8').matchAll(
      /\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g,
    )) {
      found += 1
      const there = anchorsOf(target === '' ? page : join(dirname(page), target))
      t.ok(there.has(anchor), `${page}: ${target}#${anchor}`)
    }
  t.ok(found > 3)
})
