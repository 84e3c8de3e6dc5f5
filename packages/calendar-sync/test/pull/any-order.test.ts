import t from 'tap'
import { connectedProvider } from '../connected-provider.ts'
import { checkAnyOrder } from './any-order.ts'
import { livingCalendarAt } from './living-calendar.ts'

t.test('in any order of actions, no edit is lost and calendar and plan agree', async t => {
  const living = await livingCalendarAt(async db => {
    const provider = await connectedProvider(t, db)
    const { control } = provider
    return {
      ...provider,
      calendarId: 'family',
      trouble: {
        expireSyncTokens: () => control.expireSyncTokens(),
        loseAnswer: () =>
          control.drop({ path: '/events', method: 'PATCH|POST', when: 'after', count: 1 }),
        clearFaults: () => control.clearFaults(),
      },
    }
  }, t)
  await checkAnyOrder(t, living, { numRuns: process.env['LONG_TESTS'] ? 20 : 6 })
})
