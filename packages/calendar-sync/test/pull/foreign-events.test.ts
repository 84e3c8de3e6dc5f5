import t from 'tap'
import { livingCalendar, routine } from './living-calendar.ts'

t.test('leaves foreign events alone, and raises a notice about copies of ours', async t => {
  const { control, eventId, events, history, nights, notices, waitUntilIdle } =
    await livingCalendar(t)
  const all = await control.events('family')
  const ours = all.find(({ start }) => start.date === '2026-11-21')
  const { extendedProperties } = ours ?? {}
  const allDay = { start: { date: '2026-11-21' }, end: { date: '2026-11-22' } }
  await control.createEvent('family', { summary: `[Kim] ${routine}`, ...allDay })
  await control.createEvent('family', {
    summary: `[Kim] ${routine}`,
    ...allDay,
    ...(extendedProperties && { extendedProperties }),
  })
  await control.createEvent('family', {
    id: (await eventId('2026-11-21')).replace(/.$/, '0').replace(/^nr/, 'ns'),
    summary: 'Dentist',
    ...allDay,
  })
  const before = [await events(), await nights()]
  t.same(await waitUntilIdle(), ['GET'])
  t.same([await events(), await nights()], before)
  t.same([await history(), await notices()], [[], ['duplicate 2026-11-21']])
})

t.test('recognizes our event without our properties', async t => {
  const { edit, nights, waitUntilIdle } = await livingCalendar(t)
  await edit('2026-11-21', { extendedProperties: { private: null } })
  t.same(await waitUntilIdle(), ['GET'], 'that alone changes nothing')
  await edit('2026-11-21', { summary: '[Kim]' })
  await waitUntilIdle()
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
})

t.test('keeps color, place and description', async t => {
  const { control, edit, waitUntilIdle } = await livingCalendar(t)
  await edit('2026-11-21', { location: 'Upstairs', description: 'Bring the bear.' })
  t.same(await waitUntilIdle(), ['GET'])
  const stored = (await control.events('family')).find(({ start }) => start.date === '2026-11-21')
  t.match(stored, { location: 'Upstairs', description: 'Bring the bear.' })
})
