import type { EventEdit } from '@night-routine/google-emulator'
import * as fc from 'fast-check'
import t from 'tap'
import { livingCalendar, routine } from './living-calendar.ts'

const night = '2026-11-22'
const on = (date: string) => ({ date, dateTime: null })
const at = (dateTime: string) => ({ date: null, dateTime })
const allDay = (from: string, to: string) => ({ start: on(from), end: on(to) })

const title = fc.oneof(
  fc.constantFrom(
    '',
    '   ',
    routine,
    `[] ${routine}`,
    `[Alex] ${routine}`,
    '[ROBIN]',
    'robin',
    `[Kim] ${routine}`,
    'Kim',
    '[Alex] [Robin]',
    '[Alex & Robin]',
    'x'.repeat(8_192),
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map(text => `[${text}]`),
)
const edit: fc.Arbitrary<EventEdit> = fc.oneof(
  title.map(summary => ({ summary })),
  fc.constantFrom<EventEdit>(
    allDay('2026-11-24', '2026-11-25'),
    allDay(night, '2026-11-25'),
    { start: at(`${night}T20:00:00Z`), end: at(`${night}T21:00:00Z`) },
    { extendedProperties: { private: null } },
    { location: 'Upstairs' },
  ),
  fc.record({ summary: title, location: fc.constant('Upstairs') }),
)
const acts = fc.record({
  edits: fc.array(fc.option(edit, { nil: 'removed' as const }), { minLength: 1, maxLength: 3 }),
  /** For each further pull: whether it has to be a full read. */
  pulls: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
})

t.test('after any edit, further pulls cause no writes', async t => {
  const living = await livingCalendar(t)
  const { control, pull, push, remove, requested } = living
  const written = async () =>
    (await control.events('family')).map(({ id, etag }) => `${id} ${etag}`)
  const property = fc.asyncProperty(acts, async ({ edits, pulls }) => {
    for (const one of edits)
      if (one === 'removed') await remove(night).catch(() => undefined)
      else await living.edit(night, { status: 'confirmed', ...one })
    await pull()
    await push()
    await pull()
    // A full read has the calendar compared with the plan.
    const pushes = async () => (pulls.includes(true) ? null : requested('push'))
    const before = [await written(), await living.nights(), await pushes()]
    for (const everything of pulls) {
      if (everything) await control.expireSyncTokens()
      const { calls } = await pull()
      if (calls.some(method => method !== 'GET')) throw new Error(calls.join())
    }
    const { calls } = await push()
    if (calls.length > 0) throw new Error(`it still wrote: ${calls.join()}`)
    const after = [await written(), await living.nights(), await pushes()]
    if (String(after) !== String(before)) throw new Error(`${String(before)}\n${String(after)}`)
  })
  await t.resolves(fc.assert(property, { numRuns: process.env['LONG_TESTS'] ? 25 : 10 }))
})
