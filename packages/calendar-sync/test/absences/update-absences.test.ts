import type { AddressAnswer, BusyTime } from '@night-routine/calendar'
import { saveCalendar } from '@night-routine/database/calendar'
import { householdTransaction, parseSecretKeys } from '@night-routine/database/connection'
import {
  readAbsenceSources,
  readSourceAbsences,
  type SourcePlace,
} from '@night-routine/database/nights'
import { addAbsenceSource } from '@night-routine/household'
import { updateAbsences, type SourceReader } from '@night-routine/calendar-sync'
import { alex, now, plain, seededDatabase } from '@night-routine/testing/household'
import t from 'tap'
import { connectedProvider } from '../connected-provider.ts'

const keys = parseSecretKeys(['a'.repeat(64)])
const later = now.add({ hours: 1 })
const window = '2026-11-20/2027-01-18 Europe/Paris'
const trip: BusyTime = {
  kind: 'days',
  first: Temporal.PlainDate.from('2026-11-24'),
  last: Temporal.PlainDate.from('2026-11-26'),
}
const away = { from: '2026-11-24', to: '2026-11-26' }

type Test = Parameters<typeof seededDatabase>[0]

async function householdWith(t: Test, place: SourcePlace, etag: string | null = null) {
  const db = await seededDatabase(t)
  await householdTransaction(db, trx =>
    addAbsenceSource(trx, keys, {
      parent: 'a',
      place,
      name: 'Work',
      version: { etag, window },
      nights: [],
      now,
      actor: alex,
    }),
  )
  const update = (reader: SourceReader, at = later) =>
    updateAbsences({ db, keys, now: at, check: () => undefined, ...reader })
  const nights = async () =>
    plain((await readSourceAbsences(db)).map(({ from, to }) => ({ from, to })))
  return { db, update, nights }
}

const noCalendar: SourceReader['calendar'] = {
  readBusy: async () => {
    throw new Error('no calendar is read')
  },
}

t.test('an address is read again, unless it did not change', async t => {
  const place = { kind: 'address', address: 'webcal://example.com/a.ics' } as const
  const { db, update, nights } = await householdWith(t, place, '"1"')
  const asked: (string | null)[] = []
  const answering = (answer: AddressAnswer): SourceReader => ({
    calendar: noCalendar,
    readAddress: async (address, { etag }) => {
      t.equal(address.href, 'https://example.com/a.ics')
      asked.push(etag)
      return answer
    },
  })
  const changed: AddressAnswer = {
    kind: 'read',
    busy: [trip],
    skipped: { unreadable: 2 },
    etag: '"2"',
  }
  t.match(await update(answering(changed)), [{ outcome: 'read', skipped: { unreadable: 2 } }])
  t.same(await nights(), [away])
  await update(answering({ kind: 'unchanged' }))
  t.same(await nights(), [away])
  t.match(await readAbsenceSources(db), [{ outcome: 'read' }])
  t.match(await update(answering({ kind: 'failed', trouble: 'gone' })), [{ outcome: 'gone' }])
  t.same(await nights(), [away], 'a failed read keeps what there was')
  await update(answering({ kind: 'unchanged' }), later.add({ hours: 24 }))
  t.same(asked, ['"1"', '"2"', '"2"', null], 'another day has other nights')
})

const refuseAddress = async () => {
  throw new Error('no address is called')
}

t.test('an address that no key opens any more is not called', async t => {
  const place = { kind: 'address', address: 'https://example.com/a.ics' } as const
  const { db } = await householdWith(t, place)
  const others = parseSecretKeys(['b'.repeat(64)])
  const options = {
    db,
    keys: others,
    now: later,
    check: () => undefined,
    readAddress: refuseAddress,
  }
  t.match(await updateAbsences({ ...options, calendar: noCalendar }), [{ outcome: 'key-lost' }])
})

t.test('a calendar of the account: its busy days, and never a title', async t => {
  const { db, update, nights } = await householdWith(t, { kind: 'calendar', calendarId: 'family' })
  const { calendar, control } = await connectedProvider(t, db)
  await db.deleteFrom('calendar_settings').execute()
  await control.createEvent('family', {
    summary: 'Dinner with Kim',
    description: 'At the Secret Place',
    start: { date: away.from },
    end: { date: '2026-11-27' },
  })
  const updated = await update({ calendar })
  t.match(updated, [{ outcome: 'read', skipped: {} }])
  t.same(await nights(), [away])
  const stored = await Promise.all(
    (
      [
        'absence_sources',
        'source_absences',
        'history',
        'assignments',
        'notices',
        'job_requests',
      ] as const
    ).map(table => db.selectFrom(table).selectAll().execute()),
  )
  const known = JSON.stringify(plain([stored, updated]))
  t.match(known, /source-absences-changed/, 'the change is on record')
  t.notMatch(known, /Kim|Secret/)

  await control.removeCalendar('family')
  t.match(await update({ calendar }), [{ outcome: 'gone' }])
  t.same(await nights(), [away])
})

t.test('a calendar that became the one with the plan says nothing any more', async t => {
  const place = { kind: 'calendar', calendarId: 'work' } as const
  const { db, update, nights } = await householdWith(t, place)
  const calendar = { readBusy: async () => ({ busy: [trip], skipped: {} }) }
  await update({ calendar })
  t.same(await nights(), [away])
  const selected = { calendarId: 'work', calendarName: 'Work' }
  await householdTransaction(db, trx => saveCalendar(trx, selected))
  t.match(await update({ calendar: noCalendar }), [{ outcome: 'selected' }])
  t.same(await nights(), [])
})
