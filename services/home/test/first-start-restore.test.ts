import { openAsBlob } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import { shownNight } from '@night-routine/testing/household'
import t, { type Test } from 'tap'
import { commandAt, dataFolder, homeAt, type TestHome } from './home-at.ts'
import { codeIn, family, untilRunning, untilWaiting, visitor } from './visitor.ts'

const nobody = { settings: {} }

async function waitingHome(t: Test) {
  const folder = await dataFolder(t)
  const home = await homeAt(t, folder, {})
  await untilWaiting(home)
  return { folder, home, code: codeIn(home.lines) }
}

/** The nights of a home that runs. */
async function nightsAt(folder: string): Promise<string[]> {
  const url = await readFile(join(folder, 'data/running'), 'utf8')
  const db = connect({ url, applicationName: 'test' })
  const [first, last] = ['2000-01-01', '2200-01-01'].map(day => Temporal.PlainDate.from(day))
  if (first === undefined || last === undefined) throw new Error('no dates')
  const nights = await readNights(db, first, last)
  await db.destroy()
  return nights.map(shownNight)
}

t.test('a backup and its keys move a household into an empty volume', async t => {
  const before = await waitingHome(t)
  const started = await visitor(before.home.url).send({ ...family, code: before.code })
  t.equal(started.status, 303, started.trouble)
  await untilRunning(before.home)
  const nights = await nightsAt(before.folder)
  t.ok(nights.length >= 30)
  t.match(await commandAt(before.folder, ['backup', 'moved'], nobody), { code: 0 })
  await before.home.home.close()
  const backup = join(before.folder, 'data/backups/moved')
  const keys = join(before.folder, 'data/secrets/secret-keys')

  const { folder, home, code } = await waitingHome(t)
  const broken = join(folder, 'broken')
  await writeFile(broken, (await readFile(backup)).subarray(0, -100))
  const otherKeys = join(folder, 'data/secrets/secret-keys')
  const nothing = join(folder, 'nothing')
  await writeFile(nothing, '')
  const wrong = 'AAAA-BBBB-CCCC'
  for (const [given, files, status, trouble] of [
    [wrong, { keys, backup }, 403, /^That isn’t the set-up code\.$/],
    ['', { keys, backup }, 403, /^That isn’t the set-up code\.$/],
    [code, {}, 400, /^Choose both files/],
    [code, { keys }, 400, /^Choose both files/],
    [code, { backup }, 400, /^Choose both files/],
    [code, { keys: backup, backup }, 400, /^That isn’t a file of keys/],
    [code, { keys: otherKeys, backup }, 400, /^Nothing was restored\.These are not the keys/],
    [code, { keys, backup: broken }, 400, /^Nothing was restored\.The backup is damaged/],
    [code, { keys, backup: keys }, 400, /^Nothing was restored\.The backup is damaged/],
  ] as const) {
    const refused = await upload(home, given, files)
    t.match([refused.status, refused.trouble], [status, trouble])
    t.match(refused.html, /<details class="more" open>/)
    t.same(await readdir(join(folder, 'data/backups')).catch(() => []), [], 'no file stays')
  }
  const late = await visitor(home.url).open()
  t.match(late.html, /id="parent_a"/, 'nothing was stored')

  const done = await upload(home, code, { keys, backup })
  t.match([done.status, done.trouble], [200, ''])
  t.match(done.html, `<a class="button" href="${home.url}/">`)
  const cookie = done.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await untilRunning(home)
  t.same(await nightsAt(folder), nights)
  t.equal(
    await readFile(otherKeys, 'utf8').then(all => all.split(',')[0]),
    await readFile(keys, 'utf8'),
  )
  const { email, password } = family
  const entered = await fetch(`${home.url}/identity/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
    headers: { origin: home.url },
    redirect: 'manual',
  })
  t.match([entered.status, entered.headers.get('location')], [302, '/calendars'])
  t.match((await visitor(home.url).open({ cookie })).html, /id="CALENDAR"|name="CALENDAR"/)
  t.equal(
    (await visitor(home.url).send({ code })).status,
    403,
    'the code of the empty volume ended',
  )
})

/** Sends the files with the code, in the order of the page. */
async function upload(home: TestHome, code: string, files: { keys?: string; backup?: string }) {
  const body = new FormData()
  body.set('code', code)
  body.set('parent_a', '')
  for (const name of ['keys', 'backup'] as const) {
    const file = files[name]
    body.set(
      name,
      file === undefined ? new Blob([]) : await openAsBlob(file),
      file === undefined ? '' : name,
    )
  }
  return visitor(home.url).upload(body)
}
