import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { checkout } from './checkout.ts'

t.test('infra/prepare.sh makes a .env and secrets once', async t => {
  const { folder, run } = checkout(t)
  t.match(run('prepare'), { status: 0, said: /secrets\/google-client-secret is empty/ })
  const files = readdirSync(`${folder}/secrets`).map(name => `./secrets/${name}`)
  const compose = readFileSync('docker-compose.yml', 'utf8')
  const named = [...compose.matchAll(/file: (\.\/secrets\/[\w-]+)/g)].map(([, path = '']) => path)
  t.strictSame(files.toSorted(), named.toSorted())
  t.equal(statSync(`${folder}/secrets`).mode & 0o777, 0o700)
  const read = () => files.map(path => readFileSync(`${folder}/${path}`, 'utf8'))
  const before = read()
  t.equal(new Set(before).size, before.length, 'no two are the same')
  writeFileSync(`${folder}/secrets/google-client-secret`, 'x\n')
  t.notMatch(run('prepare').said, 'google-client-secret')
  t.equal(read().filter(text => !before.includes(text)).length, 1, 'the others stay')
  t.equal(readFileSync(`${folder}/.env`, 'utf8'), readFileSync('.env.example', 'utf8'))
})
