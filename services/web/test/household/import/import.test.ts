import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHistory, readNights, readParents } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'

const stateDb = readFileSync(
  join(import.meta.dirname, '../../../../../packages/import/test/files/schema-19.db'),
)
const boundary = 'x-a-boundary'
const type = `multipart/form-data; boundary=${boundary}`
const end = Buffer.from(`\r\n--${boundary}--\r\n`)

/** A form with a file, as browsers send it. */
function fileForm(bytes: Uint8Array): Buffer {
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="state.db"\r\n` +
    'content-type: application/octet-stream\r\n\r\n'
  return Buffer.concat([Buffer.from(head), bytes, end])
}

const packedIn = (page: string) => /name="packed" value="([^"]*)"/.exec(page)?.[1] ?? ''

/** A household whose parents have these names, or none yet. */
async function family(t: Test, { isNamed = false } = {}) {
  const web = await runWeb(t)
  const { db } = web
  if (!isNamed) await db.updateTable('parents').set({ name: null }).execute()
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const day = Temporal.PlainDate.from('2026-11-20')
  return {
    web,
    browser,
    upload: (file: Uint8Array | string) =>
      browser.json('/import', fileForm(Buffer.from(file)), type),
    send: (form: Record<string, string>) => browser.act('/import/nights', form),
    page: async (path: string) => (await browser.get(path)).body,
    nights: () => readNights(db, day.subtract({ years: 2 }), day.add({ years: 2 })),
    history: () => readHistory(db, { limit: 1000 }),
  }
}

t.test('a file of the other program', async t => {
  const { browser, web, upload, send, page, nights, history } = await family(t)

  await t.test('is refused in a sentence, without a form of this site and a session', async t => {
    for (const [body, says] of [
      [fileForm(stateDb.subarray(0, -1024)), /The end of the file is missing/],
      [fileForm(Buffer.from('hello')), /has no nights/],
      [fileForm(Buffer.from('hello\0')), /isn’t an SQLite file/],
      [fileForm(Buffer.alloc(0)), /Choose a file/],
      [fileForm(Buffer.alloc(960_000)), /larger than 950 KB/],
      [fileForm(stateDb).subarray(0, 5000), /Choose a file/],
      [end, /Choose a file/],
    ] as const) {
      const { statusCode, body: shown } = await browser.json('/import', body, type)
      t.equal(statusCode, 400)
      t.match(shown, says)
    }
    const spoilt = await send({ packed: 'AAAA', apply: 'yes' })
    t.equal(spoilt.statusCode, 400)
    t.match(spoilt.body, /This page is out of date/)
    t.equal((await browser.post('/import', { file: 'x' })).statusCode, 400)
    const headers = { 'content-type': type, origin: 'https://elsewhere.example' }
    const asked = { method: 'POST', url: '/import', payload: fileForm(stateDb), headers } as const
    t.equal((await web.service.inject(asked)).statusCode, 403)
    const stranger = new Browser(web)
    t.equal((await stranger.json('/import', fileForm(stateDb), type)).statusCode, 401)
    t.same([await nights(), await history()], [[], []])
  })

  await t.test('is shown first, and a button brings it in', async t => {
    t.match(await page('/calendars'), 'href="/import"', 'on the set-up page')
    t.match(await page('/settings/advanced'), 'href="/import"', 'and in the settings')
    t.match(await page('/import'), /enctype="multipart\/form-data"[^]*type="file"/)
    const shown = (await upload(stateDb)).body
    t.match(shown, /<strong>84 nights come in: 1 September 2026 – 15 December 2026\.<\/strong>/)
    t.match(shown, /Nothing is saved yet/)
    t.match(
      shown,
      /<span>November 2026<\/span> <span><bdi>Nora 10, Elias 10, Babysitters 1, Left to the plan 9<\/bdi>/,
    )
    t.match(shown, /The parents are Nora and Elias/)
    t.same([await nights(), await history()], [[], []])
    const packed = packedIn(shown)
    t.equal((await send({ packed, apply: 'yes' })).headers.location, '/')
    t.equal((await nights()).length, 81 + 29)
    const { a, b } = await readParents(web.db)
    t.same([a.name, b.name], ['Nora', 'Elias'])
    t.match(await page('/calendars'), 'Your nights are here.')
    t.match(await page('/history'), /You brought in 81 nights/)
    const recorded = (await history()).length
    const again = (await upload(stateDb)).body
    t.match(again, /All of this is here already/)
    t.notMatch(again, 'name="apply"')
    await send({ packed, apply: 'yes' })
    t.match(await page('/calendars'), 'Nothing to change.')
    t.equal((await history()).length, recorded)
  })

  const offered = async () =>
    /name="calendar_id" value="([^"]*)"[^>]* checked/.exec(await page('/calendars'))?.[1]

  await t.test('has a calendar, which the set-up page offers', async t => {
    const events = web.db.updateTable('imported_events')
    await events.set({ taken_at: web.clock.now() }).execute()
    t.equal(await offered(), 'family', 'one that both see')
    const event = { event_id: 'x', night: Temporal.PlainDate.from('2026-12-01') }
    const row = { calendar_id: 'primary', ...event }
    await web.db.insertInto('imported_events').values(row).execute()
    t.equal(await offered(), 'alex@example.com')
  })
})

t.test('who is who is asked where it is not clear, and others can be babysitters', async t => {
  const { upload, send, nights } = await family(t, { isNamed: true })
  const asked = await upload(stateDb)
  t.equal(asked.statusCode, 400)
  t.match(
    asked.body,
    /role="alert">The file has Nora, Elias, and the parents here are Alex and Robin/,
  )
  t.match(asked.body, /Who in the file is Alex\?/)
  t.notMatch(asked.body, 'name="apply"')
  const who = { packed: packedIn(asked.body), parent_a: 'Nora', parent_b: 'Elias' }
  const shown = (await send(who)).body
  t.match(shown, /Nora in the file is Alex here/)
  t.match(shown, /<option value="Nora" selected>/)

  const csv = (await upload('2026-11-18,Alex\nsoon,Kim\n2026-11-16,Kim\n')).body
  t.match(csv, /Line 2: “soon” isn’t a date/)
  t.match(csv, /Kim is neither parent/)
  t.match(csv, 'All other names are babysitters')
  const form = { packed: packedIn(csv), others: 'yes' }
  t.match((await send(form)).body, /2 nights come in/)
  await send({ ...form, apply: 'yes' })
  t.match(await nights(), [{ babysitter: { name: 'Kim' } }, { caregiver: 'a' }])
  const last = (await upload('2026-11-16,Robin\n2099-01-01,Alex')).body
  t.match(last, /1 night was decided here already, and stays\./)
  t.match(last, /1 night skipped \([^)]*2099\)\. Nights more than \d+ days ahead can’t come in\./)
})
