import { linesHash } from '@night-routine/calendar'
import { plain } from '@night-routine/testing/household'
import t from 'tap'
import { row } from '../push/event-rows.ts'
import {
  assign,
  closed,
  date,
  decide,
  found,
  judged,
  kindsOf,
  night,
  noticed,
  noticesOf,
  standing,
} from './deciding.ts'

t.test('a pull that read nothing new closes what a trusted read closes', async t => {
  t.same(decide({}), [
    { kind: 'close-notices', notices: ['calendar-lost'] },
    { kind: 'close-notices', notices: ['event-unreadable'], nights: { of: [] } },
  ])
  t.same(decide({ judged: [judged({ kind: 'echo' })] }).length, 2)
})

t.test('our own write that was read counts as listed, and is not pushed again', async t => {
  const echo = judged({ kind: 'echo' })
  const steps = decide({ judged: [{ ...echo, row: { ...echo.row, unlisted: true } }] })
  t.same(steps[0], { kind: 'mark-listed', eventIds: [echo.row.eventId] })
  t.notOk(kindsOf(steps).includes('request-push'))
})

t.test('a full read closes what only a full read can', async t => {
  t.same(closed({ found: found({ everything: true }) }), [
    'calendar-lost',
    'reader-brake',
    'event-unreadable',
    'other-installation',
  ])
  t.same(
    kindsOf(decide({ found: found({ everything: true }) })),
    ['request-push', 'close-notices', 'close-notices', 'close-notices'],
    'and has the calendar compared with the plan',
  )
})

t.test('a doubtful read raises the notice about it', async t => {
  t.same(standing({ found: found({ doubtful: true }) }), ['reader-brake'])
  t.same(kindsOf(decide({ found: found({ doubtful: true }) })), [
    'raise-standing-notice',
    'close-notices',
    'close-notices',
  ])
})

t.test('another installation raises its notice on each read', async t => {
  for (const everything of [false, true]) {
    const given = { hasOther: true, found: found({ everything }) }
    t.same(standing(given), ['other-installation'])
    t.notOk(closed(given).includes('other-installation'))
  }
})

t.test('an edit is saved and pushed once', async t => {
  const steps = decide({ judged: [judged(assign)] })
  t.same(kindsOf(steps).slice(0, 3), ['save-event', 'request-push', 'close-notices'])
  t.match(steps[0], { row: { state: 'adopted', etag: '"2"' } })
})

t.test('an event that is gone is written again, and was read', async t => {
  const steps = decide({ gone: [row(night)] })
  t.same(kindsOf(steps).slice(0, 2), ['save-event', 'request-push'])
  t.match(steps[0], { row: { state: 'deleted', etag: null } })
  t.same(plain(steps.at(-1)), {
    kind: 'close-notices',
    notices: ['event-unreadable'],
    nights: { of: [night] },
  })
})

t.test('an overtaken edit has its notice, unless the household refuses it', async t => {
  const edit = judged(assign, { summary: `[Robin] ${'👶'.repeat(100)}` })
  const given = { judged: [edit], overtaken: new Set([edit]) }
  t.same(plain(noticesOf(decide(given))), [
    { kind: 'overtaken', night, data: { title: `[Robin] ${'👶'.repeat(92)}` } },
  ])
  const refused = [{ night: date, reason: 'too-old' as const }]
  t.same(noticed({ ...given, refused }), ['too-old'])
  t.same(noticed({ ...given, refused: [{ night: date.add({ days: 1 }), reason: 'too-old' }] }), [
    'overtaken',
  ])
})

t.test('an edit that the household refuses is rejected for its reason', async t => {
  for (const [reason, because] of [
    ['too-old', 'too-old'],
    ['not-allowed', 'name-not-allowed'],
  ] as const) {
    const refused = [{ night: date, reason }]
    const steps = decide({ judged: [judged(assign)], refused })
    t.match(steps[0], { row: { state: 'rejected' } })
    t.same(plain(steps.slice(1, 3)), [
      {
        kind: 'raise-notice',
        notice: { kind: because, night, data: { title: '[Alex]', date: night } },
      },
      {
        kind: 'append-history',
        entry: {
          action: 'edit-rejected',
          night,
          before: null,
          after: { because, title: '[Alex]', date: night },
        },
      },
    ])
  }
})

t.test('a name that is followed on a moved event has a notice and no rejection', async t => {
  const moved = judged({ ...assign, misplaced: 'moved' }, { startDate: null })
  const steps = decide({ judged: [moved] })
  t.same(noticesOf(steps)[0]?.data, { title: '[Alex]', date: null })
  t.notOk(kindsOf(steps).includes('append-history'))
})

t.test('a removed event that is there again is explained, an edited one is not', async t => {
  const removed = judged({ kind: 'recreate' }, { status: 'cancelled' })
  t.same(noticed({ judged: [removed] }), ['removed-again'])
  t.same(noticed({ judged: [judged(assign)] }), [])
})

t.test('changed lines of the description have a notice, but not on a removed event', async t => {
  const changed = {
    description: 'a person wrote here https://example.com/#night',
    properties: { lines: linesHash('what we wrote') },
  }
  t.same(noticed({ judged: [judged({ kind: 'ours', etag: '"2"' }, changed)] }), ['text-in-the-way'])
  t.same(noticed({ judged: [judged({ kind: 'recreate' }, changed)] }), ['removed-again'])
  t.same(noticed({ judged: [judged({ kind: 'ours', etag: '"2"' })] }), [])
})

t.test('a name with a slip is asked about and recorded', async t => {
  const steps = decide({
    judged: [judged({ kind: 'ask', parent: 'a', name: 'Alec' }, { summary: '[Alec]' })],
  })
  t.same(plain(steps.slice(1, 3)), [
    {
      kind: 'raise-notice',
      notice: { kind: 'near-name', night, data: { asked: 'Alec', parent: 'a' } },
    },
    {
      kind: 'append-history',
      entry: {
        action: 'edit-rejected',
        night,
        before: null,
        after: { because: 'near-name', title: '[Alec]', asked: 'Alec', parent: 'a' },
      },
    },
  ])
})

const unreadable = judged({ kind: 'restore', because: 'event-unreadable' }, { unreadable: true })

t.test('an unreadable event is named once, and written once', async t => {
  t.same(plain(decide({ judged: [unreadable] }).slice(1)), [
    {
      kind: 'append-history',
      entry: {
        action: 'edit-rejected',
        night,
        before: null,
        after: { because: 'event-unreadable', title: '[Alex]', date: night },
      },
    },
    { kind: 'request-push' },
    { kind: 'close-notices', notices: ['calendar-lost'] },
    { kind: 'raise-standing-notice', notice: 'event-unreadable', night },
    { kind: 'close-notices', notices: ['event-unreadable'], nights: { of: [] } },
  ])
  const again = decide({ judged: [unreadable], unreadableBefore: new Set([night]) })
  t.same(kindsOf(again), ['save-event', 'request-push', 'close-notices', 'close-notices'])
  t.match(again[0], { row: { state: 'present', etag: '"2"' } })
})

t.test('a night is unreadable until a read shows that it can be read', async t => {
  const unread = [row('2026-11-21')]
  t.same(standing({ found: found({ unread }) }), ['event-unreadable'])
  t.same(
    plain(decide({ judged: [unreadable], found: found({ unread, everything: true }) }).at(-2)),
    {
      kind: 'close-notices',
      notices: ['event-unreadable'],
      nights: { butNotOf: [night, '2026-11-21'] },
    },
  )
  const readAgain = decide({ judged: [judged(assign)], unreadableBefore: new Set([night]) })
  t.same(kindsOf(readAgain).slice(0, 2), ['save-event', 'request-push'])
  t.same(plain(readAgain.at(-1)), {
    kind: 'close-notices',
    notices: ['event-unreadable'],
    nights: { of: [night] },
  })
})
