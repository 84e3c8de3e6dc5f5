import { setTimeout as sleep } from 'node:timers/promises'
import { deleteSession } from '@night-routine/database/people'
import t from 'tap'
import { tokenHash } from '../../../src/plugins/session.ts'
import { plannedHousehold } from '../../planned-household.ts'
import { selectFamily } from '../../selected-calendar.ts'

t.test('how things stand, over HTTP', async t => {
  const { web, db, alex, mine } = await plannedHousehold(t)
  const address = await web.service.listen({ host: '127.0.0.1', port: 0 })
  const session = () => alex.cookies.get('session') ?? ''

  async function open() {
    const headers = { cookie: `session=${session()}` }
    const answer = await fetch(`${address}/status/events`, { headers })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    /** Everything up to and with the next message; undefined where the stream has ended. */
    async function next(): Promise<string | undefined> {
      for (;;) {
        const found = /data: (?<data>.+)\n\n/.exec(text)
        if (found) {
          text = text.slice(found.index + found[0].length)
          const { revision } = JSON.parse(found.groups?.['data'] ?? '') as { revision: string }
          return revision
        }
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done || value === undefined) return undefined
        text += value
      }
    }
    return { answer, next }
  }

  const status = async () => (await alex.get('/status')).json<{ revision: string; text: string }>()

  await t.test('the JSON, the stream and the page tell the same revision', async t => {
    const { answer, next } = await open()
    t.equal(answer.status, 200)
    t.match(answer.headers.get('content-type'), 'text/event-stream')
    t.equal(answer.headers.get('cache-control'), 'no-store')
    const { revision, text } = await status()
    t.equal(await next(), revision)
    t.match((await alex.get('/')).body, `data-revision="${revision}"`)
    t.match(text, 'No calendar is selected yet.')
  })

  await t.test('the stream sends a change', async t => {
    const { next } = await open()
    const before = await next()
    await alex.post('/nights/lock', { assignment_id: String(mine.id) })
    const after = await next()
    t.not(after, before)
    t.equal((await status()).revision, after)
  })

  await t.test('the page follows the work, and says how soon changes are seen', async t => {
    await selectFamily(db)
    const jobs = db.updateTable('job_requests')
    const finish = () =>
      jobs
        .set(eb => ({ done_number: eb.ref('request_number'), done_at: web.clock.now().toString() }))
        .execute()
    const from = Temporal.PlainDate.from('2026-11-01')
    const events = Array.from({ length: 100 }, (_, days) => ({
      calendar_id: 'family',
      generation: 0,
      event_id: String(days),
      etag: '"1"',
      state: 'present' as const,
      night: from.add({ days }),
    }))
    await db.insertInto('calendar_events').values(events).execute()
    const failed = JSON.stringify({ code: 'calendarError.forbidden', facts: {} })
    const shows = async (text: string) => t.match((await alex.get('/')).body, text)
    await finish()
    await shows('checked just now')
    await jobs.set({ last_error: failed }).where('kind', '=', 'push').execute()
    await shows('can’t change the selected calendar.')
    await jobs.set({ last_error: null }).execute()
    const channel = {
      channel_id: 'channel',
      calendar_id: 'family',
      token_hash: 'hash',
      address: 'https://example.com',
      resource_id: 'resource',
      state: 'live' as const,
      expiration: web.clock.now().add({ hours: 1 }).toString(),
    }
    await db.insertInto('notification_channels').values(channel).execute()
    await shows('show up here right away')
    web.clock.advance({ minutes: 61 })
    await shows('every 2 minutes')
    await jobs.set({ request_number: 90n }).where('kind', '=', 'push').execute()
    await shows('status is-working')
  })

  await t.test('signing out elsewhere ends the stream, and so does the service', async t => {
    const { next } = await open()
    await next()
    await deleteSession(db, tokenHash(session()))
    while ((await next()) !== undefined) await sleep(1)
    t.equal((await open()).answer.status, 401)
    await alex.signIn('alex@example.com')
    const { answer, next: last } = await open()
    t.equal(answer.status, 200)
    await last()
    await web.service.close()
    t.equal(await last(), undefined)
  })
})
