import t from 'tap'
import { memoryCalendar } from '../../../calendar/test/memory-calendar.ts'
import { selectFamily } from '../connected-provider.ts'
import { livingCalendarAt, lookAhead } from './living-calendar.ts'

for (const forgetsTokens of [true, false])
  t.test(`a restored server agrees after a poll; forgets its tokens: ${forgetsTokens}`, async t => {
    const living = await livingCalendarAt(async db => {
      await selectFamily(db)
      return memoryCalendar({ remembersRemoved: false })
    }, t)
    const { control, db, edit, events, nights, notices, pull, push, remove } = living
    await edit('2026-11-21', { summary: '[Kim]' })
    await pull()
    await push()
    const restore = control.backUp()

    await edit('2026-11-21', { summary: '[Dana]' })
    await edit('2026-11-22', { summary: '[Robin]' })
    await pull()
    await remove('2026-11-23')
    await pull()
    await lookAhead(db, 9)
    await push()
    await pull()
    const [shown, plan] = [await events(), await nights()]
    t.equal(shown.length, 9)

    restore({ forgetsTokens })
    t.notSame(await events(), shown)
    await pull()
    await push()
    t.same([await events(), await nights()], [shown, plan])
    t.same(await notices(), ['removed-again 2026-11-23'], 'of the event that a person removed')
  })

t.test('a removal beside changes of most events is put back, and said', async t => {
  const { edit, events, notices, pull, push, remove } = await livingCalendarAt(async db => {
    await selectFamily(db)
    return memoryCalendar({ remembersRemoved: false })
  }, t)
  const before = (await events()).length
  for (const night of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-24'])
    await edit(night, { summary: '[Kim]' })
  await remove('2026-11-23')
  await pull()
  await push()
  t.equal((await events()).length, before)
  t.same(await notices(), ['removed-again 2026-11-23'])
})
