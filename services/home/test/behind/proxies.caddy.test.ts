import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { documented, edited, homeBehind, worksBehind } from './behind-proxy.ts'
import { runProxy } from './run-proxy.ts'

t.test('home works behind Caddy with the lines of docs/home.md', async t => {
  const folder = t.testdir()
  const file = join(folder, 'Caddyfile')
  const lines = await documented('caddyfile')
  const behind = await homeBehind(t, async ({ port, home }) => {
    const test = ['admin off', 'auto_https disable_redirects', 'skip_install_trust']
    const options = [...test, 'default_bind 127.0.0.1', `https_port ${port}`].join('\n\t')
    const site = edited(lines, [
      ['127.0.0.1:8080', `127.0.0.1:${home}`],
      // The certificate of this machine alone, in place of one of a public authority.
      ['nights.example.org {', 'nights.example.org {\n\ttls internal'],
    ])
    await writeFile(file, `{\n\t${options}\n}\n${site}`)
    const args = ['run', '--config', file, '--adapter', 'caddyfile']
    await runProxy(t, { program: 'caddy', args, folder, port })
    const authority = join(folder, 'caddy/pki/authorities/local/root.crt')
    let ca = ''
    while (ca === '') {
      ca = await readFile(authority, 'utf8').catch(() => '')
      await sleep(50)
    }
    return { ca, servername: 'nights.example.org' }
  })
  await worksBehind(t, behind, { slug: 'by-caddy', guessers: ['127.0.0.4', '127.0.0.5'] })
})
