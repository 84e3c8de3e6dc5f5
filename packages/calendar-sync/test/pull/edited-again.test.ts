import { householdTransaction } from '@night-routine/database/connection'
import { readHouseholdSettings, saveHouseholdSettings } from '@night-routine/household'
import t from 'tap'
import { now } from '../push/pushing.ts'
import { livingCalendar, routine } from './living-calendar.ts'

t.test('an earlier name still means the parent, and does not stay', async t => {
  const { db, edit, events, nights, waitUntilIdle } = await livingCalendar(t)
  const by = { now, actor: { kind: 'person', email: 'alex@example.com' } } as const
  await householdTransaction(db, async trx => {
    const settings = await readHouseholdSettings(trx)
    const { a, b } = settings.parents
    const parents = { a: { ...a, name: 'Sasha' }, b }
    await saveHouseholdSettings(trx, { settings: { ...settings, parents }, ...by })
  })
  await waitUntilIdle()
  await edit('2026-11-21', { summary: '[Ａlex]' })
  await waitUntilIdle()
  t.ok((await nights()).includes('2026-11-21 a (locked)'))
  await edit('2026-11-21', { summary: `[Alex] ${routine}` })
  await waitUntilIdle()
  t.ok((await events()).includes(`2026-11-21 [Sasha] ${routine}`), 'also on a locked night')
})
