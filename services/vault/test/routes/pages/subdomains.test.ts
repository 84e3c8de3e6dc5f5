import { request as httpRequest } from 'node:http'
import t from 'tap'
import { published } from '../../published-site.ts'

t.test('serves sites at subdomains if a domain is set', async t => {
  const settings = { VAULT_SITE_DOMAIN: 'pages.example.org' }
  const { port, get } = await published(t, { 'index.md': '[[Two]]', 'Two.md': 'two' }, { settings })
  const at = (host: string, path: string) =>
    new Promise<{ status: number; html: string }>((resolve, reject) => {
      const request = httpRequest({ port, host: '127.0.0.1', path, headers: { host } }, answer => {
        let html = ''
        answer.setEncoding('utf8').on('data', part => (html += String(part)))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, html }))
      })
      request.on('error', reject).end()
    })
  t.match(await at('notes.pages.example.org', '/'), { status: 200, html: /href="\/Two"/ })
  t.match(await at('NOTES.pages.example.org:8443', '/Two'), { status: 200, html: /<p>two/ })
  t.match(await at('other.pages.example.org', '/Two'), { status: 404 })
  t.match(await at('notes.pages.example.org.evil.org', '/Two'), { status: 404 })
  t.match(await at('notes.pagesXexample.org', '/Two'), { status: 404 })
  t.equal((await get('/s/notes/Two')).status, 200)
})
