import { channelIds } from '@night-routine/notifications'
import t from 'tap'
import { askedFor, formOf, postedForm, type RemindersForm } from '../../src/you/reminders-form.ts'

const nothing = { reminderAt: null, changes: false, channels: [], quiet: null }
const empty: RemindersForm = {
  ...formOf(nothing, null),
  channels: [],
}
const time = (text: string) => Temporal.PlainTime.from(text)

t.test('a form shows what is stored, and proposes a time', async t => {
  t.match(empty, { parent: null, reminder: false, reminderAt: '18:30', quietFrom: '', quietTo: '' })
  const quiet = { from: time('22:00'), to: time('07:00') }
  const stored = { ...nothing, reminderAt: time('17:05'), quiet, changes: true }
  t.match(formOf(stored, 'b'), {
    parent: 'b',
    reminder: true,
    reminderAt: '17:05',
    changes: true,
    quietFrom: '22:00',
    quietTo: '07:00',
  })
})

t.test('whoever has chosen nothing yet finds the ways on', async t => {
  t.match(formOf(nothing, 'a'), { channels: ['email', 'push'] })
  t.match(formOf({ ...nothing, channels: ['push', 'of a later version'] }, 'a'), {
    channels: ['push'],
  })
  t.match(formOf({ ...nothing, changes: true }, 'a'), { channels: [] })
})

t.test('a form that does not say who it is from leaves that as it is', async t => {
  t.match(postedForm({}, 'b'), { parent: 'b' })
  t.match(postedForm({ parent: 'a' }, 'b'), { parent: 'a' })
  t.match(postedForm({ parent: 'none' }, 'b'), { parent: null })
})

const wanting: Partial<RemindersForm> = { parent: 'a', reminder: true, channels: ['push'] }
const cases: [about: string, form: Partial<RemindersForm>, faults: string[]][] = [
  ['nothing wanted', {}, []],
  ['a reminder by push', wanting, []],
  ['changes by e-mail', { parent: 'b', changes: true, channels: ['email'] }, []],
  ['neither parent', { ...wanting, parent: null }, ['parent sayWho']],
  ['no time', { ...wanting, reminderAt: '' }, ['reminder_at timeNeeded']],
  ['half past twenty-five', { ...wanting, reminderAt: '25:30' }, ['reminder_at timeNeeded']],
  ['no time is needed without a reminder', { parent: 'a', reminderAt: 'x' }, []],
  ['no way to reach', { parent: 'a', changes: true }, ['how chooseHow']],
  ['quiet hours with one end', { quietFrom: '22:00' }, ['quiet_from bothEnds']],
  ['quiet hours that are no times', { quietFrom: 'x', quietTo: 'y' }, ['quiet_from bothEnds']],
  ['empty quiet hours', { quietFrom: '22:00', quietTo: '22:00' }, ['quiet_from sameTimes']],
  [
    'a reminder in quiet hours past midnight',
    { ...wanting, reminderAt: '23:00', quietFrom: '22:00', quietTo: '07:00' },
    ['reminder_at reminderIsQuiet'],
  ],
]
for (const [about, form, expected] of cases)
  t.test(about, async t => {
    const { faults } = askedFor({ ...empty, ...form }, { usable: channelIds, stored: [] })
    t.same(
      faults.map(({ field, says }) => `${field} ${says?.key.split('.')[1]}`),
      expected,
    )
  })

for (const [missing, other] of [
  ['email', 'push'],
  ['push', 'email'],
] as const)
  t.test(`without ${missing}, it reaches no one, and the choice is kept`, async t => {
    const form = { ...empty, parent: 'a', changes: true } as const
    const stored = [missing]
    const asked = askedFor(form, { usable: [other], stored })
    t.same(asked.settings.channels, [missing])
    t.match(asked.faults, [{ says: { key: 'notifications.chooseHow' } }])
    t.same(askedFor(form, { usable: [other, missing], stored }).settings.channels, [])
  })
