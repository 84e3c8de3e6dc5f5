import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { commandAt, dataFolder, homeAt } from './home-at.ts'

t.test('commands run beside a home, and on its volume when it is stopped', async t => {
  const folder = await dataFolder(t)
  t.match(await commandAt(folder, ['people', 'list']), {
    code: 1,
    said: /^There is no household in .* yet\. Start Night Routine once, or restore a backup\.$/,
  })
  const home = await homeAt(t, folder)
  await home.ready()
  const { said: code } = await commandAt(folder, ['code'])
  t.match(code, /^\w{4}-\w{4}-\w{4}$/)
  t.match(await commandAt(folder, ['people', 'add', 'alex@example.org']), {
    code: 0,
    said: /chooses a password[^]*http:\/\/localhost:8080\/identity\/link\?token=/,
  })
  const { said: fresh } = await commandAt(folder, ['code'])
  t.match(fresh, /^\w{4}-\w{4}-\w{4}$/)
  t.not(fresh, code, 'the first one has ended')
  t.match(await commandAt(folder, ['backup', 'one']), {
    code: 0,
    said: `Backed up into ${folder}/data/backups/one`,
  })
  t.match(await commandAt(folder, ['check', 'one']), { code: 0, said: /one is whole/ })
  t.match(await commandAt(folder, ['keys']), { code: 0, said: /Key 1 .* encrypts everything new/ })
  t.match(await commandAt(folder, ['doctor']), {
    said: /Each service signs in to PostgreSQL with its own role[^]*calls within one process|calls within one process[^]*with its own role/,
  })
  t.match(await commandAt(folder, ['restore', 'one', '--replace']), {
    code: 1,
    said: /^Night Routine runs on this volume.*Stop it \(docker stop/,
  })
  await home.ready()
  t.match(home.lines.join(), /Backed up into/)
  const running = join(folder, 'data', 'running')
  t.match(await readFile(running, 'utf8'), /^postgres:/)
  await writeFile(running, 'postgres://postgres@localhost/postgres?host=%2Ftmp%2Felsewhere')
  t.match(await commandAt(folder, ['people', 'list']), {
    code: 1,
    said: /runs in another container\. .*docker exec/,
  })
  await home.home.close()
  t.notOk((await readdir(join(folder, 'data'))).includes('running'))

  t.match(await commandAt(folder, ['people', 'list']), {
    code: 0,
    said: /^alex@example.org .*link/,
  })
  t.match(await commandAt(folder, ['people', 'add', 'robin@example.org']), { code: 0 })
  t.match(await commandAt(folder, ['restore', 'one']), { code: 1, said: /in use.*--replace/ })
  t.match(await commandAt(folder, ['people', 'erase', 'alex@example.org']), { code: 0 })
  t.notMatch((await commandAt(folder, ['people', 'list'])).said, 'alex')
  t.match(await commandAt(folder, ['restore', 'one', '--replace']), { code: 0, said: /Restored/ })
  const { said } = await commandAt(folder, ['people', 'list'])
  t.notMatch(said, 'robin')
  t.match(said, 'alex')
  t.match(await commandAt(folder, ['young']), { code: 0, said: '' })
  t.match(await commandAt(folder, ['frobnicate']), { code: 2, said: /^doctor .*\ncode /s })
  t.notMatch((await commandAt(folder, [])).said, 'nightly')

  await t.test('a backup from standard input that cannot be used is named as that', async t => {
    const restore = ['restore', '-', '--replace']
    t.match(await commandAt(folder, restore), {
      code: 1,
      said: /^Nothing came from standard input\..* -i /,
    })
    t.match(await commandAt(folder, restore, { input: 'half of a file' }), {
      code: 1,
      said: /^The backup from standard input is damaged .* Copy it here again, or use an older backup\.$/,
    })
  })
})
