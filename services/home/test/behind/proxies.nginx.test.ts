import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { certificate } from '../../../../packages/notifications/test/channels/push/push-service.ts'
import { documented, edited, homeBehind, worksBehind } from './behind-proxy.ts'
import { runProxy } from './run-proxy.ts'

/** nginx with these lines for the site, and what Debian's own file has around them. */
async function startNginx(
  t: Test,
  { lines, port, home }: { lines: string; port: number; home: number },
) {
  const folder = t.testdir()
  const { cert, key } = await certificate()
  await Promise.all([
    writeFile(join(folder, 'cert.pem'), cert),
    writeFile(join(folder, 'key.pem'), key),
  ])
  const letsEncrypt = '/etc/letsencrypt/live/nights.example.org'
  const site = edited(lines, [
    ['http://127.0.0.1:8080', `http://127.0.0.1:${home}`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen [::]:443 ssl;', ''],
    [`${letsEncrypt}/fullchain.pem`, join(folder, 'cert.pem')],
    [`${letsEncrypt}/privkey.pem`, join(folder, 'key.pem')],
  ])
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `pid ${join(folder, 'pid')};\nevents {}\nhttp {\naccess_log off;\n${places}\n${site}\n}\n`,
  )
  const args = ['-c', file, '-p', folder, '-e', 'stderr', '-g', 'daemon off;']
  await runProxy(t, { program: 'nginx', args, folder, port })
  return { ca: cert, servername: 'localhost' }
}

t.test('home works behind nginx with the lines of docs/home.md', async t => {
  const lines = await documented('nginx')
  const behind = await homeBehind(t, at => startNginx(t, { lines, ...at }))
  await worksBehind(t, behind, { slug: 'by-nginx', guessers: ['127.0.0.6', '127.0.0.7'] })
})

t.test('with nothing but an address, nginx hides who comes, and all else works', async t => {
  const lines = (await documented('nginx')).replaceAll(/^ *proxy_set_header .*$/gm, '')
  const { parent, from } = await homeBehind(t, at => startNginx(t, { lines, ...at }))
  t.match(await parent.ask('/you'), { status: 200 })
  t.match(await parent.readUntil('/status/events', /^data: .+$/m), '"revision"')
  const settings = await parent.ask('/settings')
  t.equal(settings.status, 200)
  t.equal((await from('127.0.0.9').ask('/s/nothing/')).status, 404)
})
