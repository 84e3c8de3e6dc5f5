import { readNightNote, readNights } from '@night-routine/database/nights'
import { createShareLink } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import { newToken, tokenHash } from '../../../src/plugins/session.ts'
import { sync } from '../../../src/nights/home/sync.ts'
import { Browser } from '../../browser.ts'
import { alex, noWakes } from '../../demo-household.ts'
import { runWeb } from '../../running-web.ts'

async function open(t: Test) {
  const web = await runWeb(t)
  const { db, clock } = web
  await sync({ db, lockingDb: db, clock, wake: noWakes }, alex)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const today = clock.now().toZonedDateTimeISO('Europe/Paris')
  const date = today.hour < 4 ? today.toPlainDate().subtract({ days: 1 }) : today.toPlainDate()
  const [night] = await readNights(db, date, date)
  const id = String(night?.id)
  const note = (more: Record<string, string>) =>
    browser.post('/nights/note', { assignment_id: id, ...more })
  return { web, browser, id, note, read: () => readNightNote(db, date) }
}

t.test(
  'a note is shown tonight, in the night’s form, in the history, and can be undone',
  async t => {
    const { browser, id, note, read } = await open(t)
    const { statusCode, headers } = await note({ note: ' bath,\n medicine <19:30> ', shared: 'on' })
    t.same([statusCode, headers.location], [302, `/?night=${id}#night`])
    t.same(await read(), { note: 'bath, medicine <19:30>', shared: true })
    const home = (await browser.get('/')).body
    t.match(home, 'Note saved.')
    t.match(home, /<p class="note">bath, medicine &lt;19:30&gt;<\/p>/)
    const { change = '' } = /name="change" value="(?<change>[^"]+)"/.exec(home)?.groups ?? {}
    const form = (await browser.get(`/?night=${id}&choice=note`)).body
    t.match(form, /name="note" value="bath, medicine &lt;19:30&gt;"/)
    t.match(form, /name="shared" value="on" checked/)
    t.match((await browser.get('/history')).body, /“bath, medicine &lt;19:30&gt;”/)

    await browser.post('/changes/undo', { change })
    t.equal(await read(), null)
    t.notMatch((await browser.get('/')).body, 'medicine')
  },
)

t.test('an empty note removes it, and the same note again changes nothing', async t => {
  const { browser, note, read } = await open(t)
  await note({ note: ' ' })
  t.match((await browser.get('/')).body, 'Nothing to change.')
  await note({ note: 'bath' })
  await note({ note: '' })
  t.match((await browser.get('/')).body, 'Note removed.')
  t.equal(await read(), null)
})

t.test('a note that is too long, of no night, or of an old night is refused', async t => {
  const { web, browser, note, read } = await open(t)
  const { statusCode, body } = await note({ note: 'x'.repeat(201) })
  t.equal(statusCode, 400)
  t.match(body, 'at most 200 characters')
  t.equal((await note({ note: 'a\u0007b' })).statusCode, 400)
  t.equal((await note({ note: 'x', assignment_id: 'x' })).statusCode, 400)
  t.equal((await note({ note: 'x', assignment_id: '9999' })).statusCode, 404)
  t.equal(await read(), null)
  web.clock.advance({ hours: 24 * 10 })
  t.equal((await note({ note: 'x' })).statusCode, 400)
  t.notMatch((await browser.get('/')).body, 'class="note"')
})

t.test('the share page shows tonight’s note only if it is shared', async t => {
  const { web, note } = await open(t)
  const token = newToken()
  const now = web.clock.now()
  await createShareLink(web.db, { tokenHash: tokenHash(token), createdBy: 'alex', now })
  const page = async () => (await web.service.inject(`/share/${token}`)).body
  await note({ note: 'bath' })
  t.notMatch(await page(), 'bath')
  await note({ note: 'bath', shared: 'on' })
  t.match(await page(), '<p class="note">bath</p>')
})
