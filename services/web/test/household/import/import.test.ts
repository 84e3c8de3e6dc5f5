import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHistory, readNights, readParents } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'

const stateDb = readFileSync(
  join(import.meta.dirname, '../../../../../packages/import/test/files/schema-19.db'),
)

/** A household whose parents have these names, or none yet. */
async function family(t: Test, { isNamed = false } = {}) {
  const web = await runWeb(t)
  if (!isNamed) await web.db.updateTable('parents').set({ name: null }).execute()
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const day = Temporal.PlainDate.from('2026-11-20')
  return {
    web,
    browser,
    nights: () => readNights(web.db, day.subtract({ years: 2 }), day.add({ years: 2 })),
    history: () => readHistory(web.db, { limit: 1000 }),
  }
}

const boundary = 'x-a-boundary'

/** A form with a file, as browsers send it. */
function fileForm(bytes: Uint8Array, { name = 'state.db', field = 'file' } = {}): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

const upload = (browser: Browser, bytes: Uint8Array) =>
  browser.json('/import', fileForm(bytes), `multipart/form-data; boundary=${boundary}`)

function packedIn(page: string): string {
  const [, packed = ''] = /name="packed" value="([^"]*)"/.exec(page) ?? []
  return packed
}

t.test('a file is shown first, and a button brings it in', async t => {
  const { browser, web, nights, history } = await family(t)
  t.match((await browser.get('/calendars')).body, 'href="/import"', 'on the set-up page')
  t.match((await browser.get('/settings/advanced')).body, 'href="/import"', 'and in the settings')
  t.match((await browser.get('/import')).body, /enctype="multipart\/form-data"[^]*type="file"/)

  const shown = await upload(browser, stateDb)
  t.equal(shown.statusCode, 200)
  t.match(shown.body, /<strong>84 nights come in: 1 September 2026 – 15 December 2026\.<\/strong>/)
  t.match(shown.body, /Nothing is saved yet/)
  t.match(
    shown.body,
    /<span>November 2026<\/span> <span><bdi>Nora 10, Elias 10, Babysitters 1, Left to the plan 9<\/bdi>/,
  )
  t.match(shown.body, /The parents are Nora and Elias/)
  t.same([await nights(), await history()], [[], []])

  const packed = packedIn(shown.body)
  const saved = await browser.act('/import/nights', { packed, apply: 'yes' })
  t.match([saved.statusCode, saved.headers.location], [302, '/'])
  t.equal((await nights()).length, 81 + 29)
  const { a, b } = await readParents(web.db)
  t.same([a.name, b.name], ['Nora', 'Elias'])
  t.match((await browser.get('/calendars')).body, 'Your nights are here.')
  t.match((await browser.get('/history')).body, /You brought in 81 nights/)

  const recorded = (await history()).length
  const again = await upload(browser, stateDb)
  t.match(again.body, /All of this is here already/)
  t.notMatch(again.body, 'name="apply"')
  await browser.act('/import/nights', { packed, apply: 'yes' })
  t.match((await browser.get('/calendars')).body, 'Nothing to change.')
  t.equal((await history()).length, recorded)
})

t.test('who is who is asked where it is not clear', async t => {
  const { browser, nights } = await family(t, { isNamed: true })
  const asked = await upload(browser, stateDb)
  t.equal(asked.statusCode, 400)
  t.match(
    asked.body,
    /role="alert">The file has Nora, Elias, and the parents here are Alex and Robin/,
  )
  t.match(asked.body, /Who in the file is Alex\?/)
  t.notMatch(asked.body, 'name="apply"')
  const packed = packedIn(asked.body)
  const who = { packed, parent_a: 'Nora', parent_b: 'Elias' }
  const shown = await browser.act('/import/nights', who)
  t.equal(shown.statusCode, 200)
  t.match(shown.body, /Nora in the file is Alex here/)
  t.match(shown.body, /<option value="Nora" selected>/)
  t.equal((await browser.act('/import/nights', { ...who, apply: 'yes' })).statusCode, 302)
  t.equal((await nights())[0]?.caregiver, 'a')
})

t.test('unknown names of a CSV file can be babysitters', async t => {
  const { browser, nights } = await family(t)
  const csv = Buffer.from('2026-11-18,Alex\n2026-11-19,Robin\nsoon,Kim\n2026-11-17,Alex\n')
  const shown = await upload(browser, csv)
  t.match(shown.body, /3 nights come in/)
  t.match(shown.body, /Line 3: “soon” isn’t a date/)
  await browser.act('/import/nights', { packed: packedIn(shown.body), apply: 'yes' })
  const more = await upload(browser, Buffer.from('2026-11-16,Kim\n2026-11-15,Alex'))
  t.match(more.body, /Kim is neither parent/)
  t.match(more.body, 'All other names are babysitters')
  const packed = packedIn(more.body)
  const sits = await browser.act('/import/nights', { packed, others: 'yes' })
  t.match(sits.body, /2 nights come in/)
  await browser.act('/import/nights', { packed, others: 'yes', apply: 'yes' })
  t.ok((await nights()).some(({ babysitter }) => babysitter?.name === 'Kim'))
  const last = await upload(browser, Buffer.from('2026-11-16,Robin\n2099-01-01,Alex'))
  t.match(last.body, /1 night was decided here already, and stays\./)
  t.match(
    last.body,
    /1 night skipped \([^)]*2099\)\. Nights more than \d+ days ahead can’t come in\./,
  )
})

t.test('a refusal is a sentence, and nothing is written', async t => {
  const { browser, nights, history } = await family(t)
  const type = `multipart/form-data; boundary=${boundary}`
  const refused = async (body: Buffer, says: RegExp) => {
    const { statusCode, body: page } = await browser.json('/import', body, type)
    t.equal(statusCode, 400)
    t.match(page, says)
  }
  await refused(fileForm(stateDb.subarray(0, -1024)), /The end of the file is missing/)
  await refused(fileForm(Buffer.from('hello')), /has no nights/)
  await refused(fileForm(Buffer.from('hello\0')), /isn’t an SQLite file/)
  await refused(fileForm(Buffer.alloc(0)), /Choose a file/)
  await refused(fileForm(Buffer.alloc(960_000)), /larger than 950 KB/)
  await refused(fileForm(stateDb).subarray(0, 5000), /Choose a file/)
  await refused(Buffer.from(`--${boundary}--\r\n`), /Choose a file/)
  const spoilt = await browser.act('/import/nights', { packed: 'AAAA', apply: 'yes' })
  t.equal(spoilt.statusCode, 400)
  t.match(spoilt.body, /This page is out of date/)
  t.equal((await browser.post('/import', { file: 'x' })).statusCode, 400)
  t.same([await nights(), await history()], [[], []])
})

t.test('the set-up page offers the calendar of the other program', async t => {
  const { browser, web } = await family(t)
  const offered = async () =>
    /name="calendar_id" value="([^"]*)"[^>]* checked/.exec(
      (await browser.get('/calendars')).body,
    )?.[1]
  t.equal(await offered(), 'family', 'one that both see')
  const event = { event_id: 'x', night: Temporal.PlainDate.from('2026-12-01') }
  const row = { calendar_id: 'primary', ...event }
  await web.db.insertInto('imported_events').values(row).execute()
  t.equal(await offered(), 'alex@example.com')
  await web.db.updateTable('imported_events').set({ taken_at: web.clock.now() }).execute()
  t.equal(await offered(), 'family')
})

t.test('needs a session, and a form of this site', async t => {
  const web = await runWeb(t)
  const stranger = new Browser(web)
  t.equal((await stranger.get('/import')).statusCode, 401)
  t.equal((await upload(stranger, stateDb)).statusCode, 401)
  t.equal((await stranger.act('/import/nights', { packed: '' })).statusCode, 401)
  await stranger.signIn('alex@example.com')
  const foreign = await web.service.inject({
    method: 'POST',
    url: '/import',
    payload: fileForm(stateDb),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      origin: 'https://elsewhere.example',
    },
  })
  t.equal(foreign.statusCode, 403)
})
