import t from 'tap'
import { published } from '../../published-site.ts'

t.test('serves sites at subdomains if a domain is set', async t => {
  const settings = { VAULT_SITE_DOMAIN: 'pages.example.org' }
  const files = { 'index.md': '[[Two]]', 'Two.md': 'two' }
  const { service, get } = await published(t, files, { settings })
  const at = (host: string, url: string) => service.inject({ url, headers: { host } })
  t.match(await at('notes.pages.example.org', '/'), { statusCode: 200, body: /href="\/Two"/ })
  t.match(await at('NOTES.pages.example.org:8443', '/Two'), { statusCode: 200, body: /<p>two/ })
  for (const host of ['other.pages.example.org', 'notes.pages.example.org.evil.org'])
    t.match(await at(host, '/Two'), { statusCode: 404 }, host)
  t.match(await at('notes.pagesXexample.org', '/Two'), { statusCode: 404 })
  t.equal((await get('/s/notes/Two')).status, 200)
})
