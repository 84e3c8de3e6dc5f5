import t from 'tap'
import { published } from '../../published-site.ts'

t.test('asks search engines to leave a site out unless its owner allows them', async t => {
  const files = { 'index.md': '# Welcome', 'calendar.ics': 'BEGIN:VCALENDAR' }
  const { get, post, token, id } = await published(t, files)
  const robots = async (path: string) => {
    const answer = await get(path)
    const text = await answer.text()
    return [answer.headers.get('x-robots-tag'), text.includes('<meta name="robots"')]
  }
  const paths = ['/s/notes/', '/s/notes/index', '/s/notes/calendar.ics', '/s/notes/nothing']
  for (const path of paths) t.equal((await robots(path))[0], 'noindex', path)
  t.same(await robots('/s/notes/'), ['noindex', true])
  await post('/api/options', { token, id, options: { allowIndexing: true } })
  for (const path of paths.slice(0, -1)) t.same(await robots(path), [null, false], path)
})
