import { channelIds } from '@night-routine/notifications'
import t from 'tap'
import { askedFor, formOf, postedForm, type RemindersForm } from '../../src/you/reminders-form.ts'

const nothing = { reminderAt: null, changes: false, channels: [], quiet: null }
const empty: RemindersForm = { ...formOf(nothing, null), channels: [] }
const time = (text: string) => Temporal.PlainTime.from(text)

t.test('a form shows what is stored, and proposes a time and ways', async t => {
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
    channels: [],
  })
  t.match(formOf(nothing, 'a'), { channels: ['email', 'push'] })
  const later = { ...nothing, channels: ['push', 'of a later version'] }
  t.same(formOf(later, 'a').channels, ['push'])
  for (const [form, parent] of [
    [{}, 'b'],
    [{ parent: 'a' }, 'a'],
    [{ parent: 'none' }, null],
  ] as const)
    t.match(postedForm(form, 'b'), { parent })
})

t.test('each fault has its field', async t => {
  const wanting: Partial<RemindersForm> = { parent: 'a', reminder: true, channels: ['push'] }
  const rows: [form: Partial<RemindersForm>, ...faults: string[]][] = [
    [{}],
    [wanting],
    [{ parent: 'b', changes: true, channels: ['email'] }],
    [{ parent: 'a', reminderAt: 'x' }],
    [{ ...wanting, parent: null }, 'parent sayWho'],
    [{ ...wanting, reminderAt: '' }, 'reminder_at timeNeeded'],
    [{ ...wanting, reminderAt: '25:30' }, 'reminder_at timeNeeded'],
    [{ parent: 'a', changes: true }, 'how chooseHow'],
    [{ quietFrom: '22:00' }, 'quiet_from bothEnds'],
    [{ quietFrom: 'x', quietTo: 'y' }, 'quiet_from bothEnds'],
    [{ quietFrom: '22:00', quietTo: '22:00' }, 'quiet_from sameTimes'],
    [
      { ...wanting, reminderAt: '23:00', quietFrom: '22:00', quietTo: '07:00' },
      'reminder_at reminderIsQuiet',
    ],
  ]
  for (const [form, ...expected] of rows) {
    const { faults } = askedFor({ ...empty, ...form }, { usable: channelIds, stored: [] })
    const said = faults.map(({ field, says }) => `${field} ${says?.key.split('.')[1]}`)
    t.same(said, expected, JSON.stringify(form))
  }
  // A way that is not set up here reaches no one, and the choice is kept.
  const form = { ...empty, parent: 'a', changes: true } as const
  const asked = askedFor(form, { usable: ['push'], stored: ['email'] })
  t.same(asked.settings.channels, ['email'])
  t.match(asked.faults, [{ says: { key: 'notifications.chooseHow' } }])
  const both = { usable: ['push', 'email'] as const, stored: ['email'] }
  t.same(askedFor(form, { ...both, usable: [...both.usable] }).settings.channels, [])
})
