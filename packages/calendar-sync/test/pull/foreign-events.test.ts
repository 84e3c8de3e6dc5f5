import t from 'tap'
import { now } from '../push/pushing.ts'
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

t.test('a copy of a night that can no longer change has no notice', async t => {
  const { control, notices, pull } = await livingCalendar(t, { pastLimitDays: 0 })
  const copyOf = async (date: string) => {
    const ours = (await control.events('family')).find(({ start }) => start.date === date)
    const { summary = '', start, end = {}, extendedProperties = {} } = ours ?? {}
    await control.createEvent('family', { summary, start: start ?? {}, end, extendedProperties })
  }
  await copyOf('2026-11-20')
  await copyOf('2026-11-21')
  await pull({ at: now.add({ hours: 23 }) })
  t.same(await notices(), ['duplicate 2026-11-21'])
})
