import { householdTransaction } from '@night-routine/database/connection'
import { readNightNotes } from '@night-routine/database/nights'
import { noteNight } from '@night-routine/household'
import { by, nightOn } from '@night-routine/testing/household'
import t from 'tap'
import { livingCalendar } from './living-calendar.ts'

/** A description after the calendar's editor turned it into HTML. */
function html(text: string): string {
  return text.replaceAll('\n', '<br>').replace(/http\S+/, link => `<a href="${link}">${link}</a>`)
}

t.test('a write keeps a person’s text below our lines', async t => {
  const { control, edit, eventId, notices, push, waitUntilIdle } = await livingCalendar(t)
  const description = async (night: string) => {
    const id = await eventId(night)
    return (await control.events('family')).find(event => event.id === id)?.description ?? ''
  }
  const added = '<br><br>Bring the <b>bear</b>'
  await edit('2026-11-22', { description: html(await description('2026-11-22')) + added })
  await edit('2026-11-23', { description: `Pyjamas! ${await description('2026-11-23')}` })
  t.same(await waitUntilIdle(), ['GET'], 'a changed description alone causes no write')
  t.same(await notices(), ['text-in-the-way 2026-11-23'])

  await edit('2026-11-22', { summary: '[Robin]' })
  await waitUntilIdle()
  t.match(await description('2026-11-22'), /^Robin took.*#night\n\nBring the <b>bear<\/b>$/s)
  await edit('2026-11-22', {
    summary: '[Alex]',
    description: (await description('2026-11-22')) + ' now',
  })
  await waitUntilIdle()
  t.match(await description('2026-11-22'), /^Alex took.*#night\n\nBring the <b>bear<\/b> now$/s)
  t.same((await push()).calls, [])
})

t.test('a note that was edited in the calendar is not read back', async t => {
  const { db, control, edit, eventId, notices, push, waitUntilIdle } = await livingCalendar(t)
  const night = Temporal.PlainDate.from('2026-11-21')
  const description = async () => {
    const id = await eventId('2026-11-21')
    return (await control.events('family')).find(event => event.id === id)?.description ?? ''
  }
  const notes = async () => [...(await readNightNotes(db, { from: night, to: night })).values()]
  const write = async (note: string) => {
    const { id } = await nightOn(db, '2026-11-21')
    await householdTransaction(db, trx => noteNight(trx, { id, note, shared: false, ...by }))
  }
  await write('bath at 19:00')
  await push()
  const written = await description()
  t.match(written, /\n\nbath at 19:00\n\nhttp/)

  await edit('2026-11-21', { description: written.replace('19:00', '20:30') })
  t.same(await waitUntilIdle(), ['GET'], 'the edit alone causes no write')
  t.same(await notes(), [{ note: 'bath at 19:00', shared: false }])
  t.same(await notices(), ['text-in-the-way 2026-11-21'], 'and the home page says so')

  await write('bath at 19:15')
  await push()
  t.match(await description(), /\n\nbath at 19:15\n\nhttp/)
  t.notMatch(await description(), '20:30')
})
