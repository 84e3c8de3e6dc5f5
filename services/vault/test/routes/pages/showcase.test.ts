import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { published } from '../../published-site.ts'
import { readHtml, type Element } from '../../rendering/read-html.ts'

const folder = join(import.meta.dirname, '../../showcase')
const files = globSync('**/*.*', { cwd: folder }).map(path => path.normalize('NFC'))
const base = '/s/notes/'

const textsOf = (elements: Element[], name: string) =>
  elements
    .filter(({ attributes }) => attributes['class']?.split(' ').includes(name))
    .map(({ text }) => text.trim())
const linksOf = (elements: Element[]) =>
  elements.flatMap(({ attributes: { href = '' } }) => (href === '' ? [] : [href]))

/** What each note that is about it shows as dead, or as it was written. */
const dead: Record<string, string[]> = {
  Books: ['note that is not here'],
  'Links/Missing': ['note that is not here', 'another'],
}
const unread: Record<string, string[]> = { Formulas: [String.raw`$\unknown{x}$`] }

t.test('the showcase lists all its notes, and every link of each leads there', async t => {
  const contents = files.map(path => [path, new Uint8Array(readFileSync(join(folder, path)))])
  const { get, rendered } = await published(t, Object.fromEntries(contents))
  await rendered()
  const names = files
    .filter(path => /\.(?:md|canvas)$/.test(path))
    .map(path => path.replace(/\.md$/, ''))
  const ids = new Map<string, Set<string | undefined>>()
  const links = new Map<string, string[]>()
  for (const name of names) {
    const address = base + (name === 'index' ? '' : encodeURI(name))
    const answer = await get(address)
    t.equal(answer.status, 200, name)
    // The templates write the sign in a query as an entity.
    const page = (await answer.text()).replaceAll('&#x3D;', '=')
    const elements = readHtml(/<main[^>]*>([^]*)<\/main>/.exec(page)?.[1] ?? '')
    t.same(textsOf(elements, 'missing'), dead[name] ?? [], name)
    t.same(textsOf(elements, 'unread'), unread[name] ?? [], name)
    ids.set(address, new Set(elements.map(({ attributes }) => attributes['id'])))
    links.set(address, linksOf(elements))
  }
  const listed = (links.get(base) ?? []).map(href => decodeURI(href).slice(base.length))
  t.same([...new Set(listed), 'index'].toSorted(), names.toSorted())

  for (const [from, hrefs] of links)
    for (const href of hrefs) {
      const { origin, pathname, search, hash } = new URL(href, `http://vault.example${from}`)
      if (origin !== 'http://vault.example' || pathname.includes('.pdf')) continue
      if (search !== '' || !ids.has(pathname))
        t.equal((await get(pathname + search)).status, 200, href)
      else if (hash !== '') t.ok(ids.get(pathname)?.has(decodeURIComponent(hash.slice(1))), href)
    }
  t.match(await (await get(`${base}November`)).text(), '<div class="scroll week"', 'a month fits')
})
