import {
  previewSettings,
  saveHouseholdSettings,
  type HouseholdSettings,
} from '@night-routine/household'
import { alex as actor, now, someSettings } from '@night-routine/testing/household'
import t from 'tap'
import { refusalOf } from './refusal-of.ts'
import { livingHousehold } from '../shared-household.ts'

const { parents } = someSettings

const named = (a: string, b: string) => ({
  parents: { a: { ...parents.a, name: a }, b: { ...parents.b, name: b } },
})

t.test('two parents cannot have almost the same name', async t => {
  const { change, db } = await livingHousehold()
  const save = (more: Partial<HouseholdSettings>) =>
    change(trx =>
      saveHouseholdSettings(trx, { settings: { ...someSettings, ...more }, now, actor }),
    )
  for (const [near, field] of [
    [named('Robyn', 'Robin'), 'parents.a.name'],
    [named('Zoë', 'Zoe'), 'parents.b.name'],
  ] as const)
    for (const refused of [
      await refusalOf(() => save(near)),
      await refusalOf(() => previewSettings(db, { settings: { ...someSettings, ...near }, now })),
    ]) {
      t.equal(refused.field, field)
      t.match(refused.message, /are so alike that the calendar could mix them up/)
    }
  await db.updateTable('parents').set({ name: 'Robyn' }).where('id', '=', 'a').execute()
  t.ok(
    (await save({ ...named('Robyn', 'Robin'), lookAheadDays: 14 })).change,
    'names from before this rule do not block other settings',
  )
})
