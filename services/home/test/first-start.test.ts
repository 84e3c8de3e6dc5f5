import { join } from 'node:path'
import { startRadicale } from '@night-routine/servers/caldav'
import t, { type Test } from 'tap'
import { dataFolder, homeAt } from './home-at.ts'
import { codeIn, untilRunning, untilWaiting, visitor } from './visitor.ts'

/** A home without a setting, which waits for a person. */
async function emptyHome(t: Test, env: Record<string, string> = {}) {
  const folder = await dataFolder(t)
  const home = await homeAt(t, folder, env)
  await untilWaiting(home)
  return { folder, home, code: codeIn(home.lines) }
}

t.test('from an empty volume to a running home, in the browser alone', async t => {
  const { folder, home, code } = await emptyHome(t)
  const radicale = await startRadicale(join(folder, 'radicale'))
  t.teardown(() => radicale.stop())
  const { url, lines } = home
  const elsewhere = await fetch(`${url}/statistics?x=1`, { redirect: 'manual' })
  t.match([elsewhere.status, elsewhere.headers.get('location')], [303, '/set-up'])
  t.equal((await fetch(`${url}/healthz`)).status, 200)

  const person = visitor(url)
  const first = await person.open()
  t.equal(first.status, 200)
  t.match(first.html, /<input id="code"/)
  const form = await person.send({ code })
  t.equal(form.valueOf('PUBLIC_URL'), url, 'how the visitor came')
  t.match(form.html, /id="SIGN_IN-accounts"[^>]* checked/)
  t.equal(form.trouble, '')

  const fields = {
    code,
    step: 'save',
    PUBLIC_URL: url,
    CALENDAR: 'caldav',
    CALDAV_URL: radicale.url,
    CALDAV_USERNAME: radicale.username,
    CALDAV_PASSWORD: radicale.password,
    SIGN_IN: 'accounts',
  }
  const wrong = await person.send({ ...fields, CALDAV_PASSWORD: 'wrong' })
  t.equal(wrong.status, 400)
  t.match(wrong.trouble, /refuses CALDAV_USERNAME with CALDAV_PASSWORD/)
  t.notMatch(wrong.html, /value="wrong"/)

  const saved = await person.send(fields)
  t.equal(saved.status, 200)
  // A slow machine answers before everything runs.
  t.match(saved.html, /Night Routine is (running|starting) with them/)
  t.match(saved.html, code, 'the first person needs it once more')
  t.match(saved.html, `href="${url}/"`)
  await untilRunning(home)
  t.match(await (await fetch(url)).text(), /Sign in/)
  t.notMatch(lines.join(''), radicale.password)

  await home.home.close()
  const again = await homeAt(t, folder, {})
  await untilRunning(again)
  t.match(await (await fetch(again.url)).text(), /Sign in/, 'nothing is asked again')
})
