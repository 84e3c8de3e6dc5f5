import type { Notice } from '@night-routine/database/calendar'
import { clock } from './demo-household.ts'

/** One notice of each kind, with titles as families write them. */
export const oneOfEachKind: Notice[] = (
  [
    'unreadable',
    'name-not-allowed',
    'moved',
    'timed',
    'repeated',
    'too-old',
    'near-name',
    'reader-brake',
    'calendar-lost',
    'other-installation',
    'disconnected',
    'restored',
  ] as const
).map((kind, index) => ({
  id: BigInt(index + 1),
  kind,
  night: index < 7 ? Temporal.PlainDate.from('2026-11-21').add({ days: index }) : null,
  data: {
    title: 'averyveryverylongtitlewithoutanyspacetobreakitat 🌃👶Routine',
    calendarName: 'Family',
    eventsLeft: 8,
    revoked: false,
    asked: 'Alec',
    parent: 'a',
    ...(kind === 'restored' && { on: '2026-11-19' }),
  },
  createdAt: clock.now(),
}))
