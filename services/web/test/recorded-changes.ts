import type { RecordedEntry } from '@night-routine/database/nights'
import { at, day } from './nights.ts'

/** A name too long for any place. */
export const long = 'Maximiliane-Charlotte'

const change = (number: number) => `${number}0000000-0000-4000-8000-000000000000`

const entry: RecordedEntry = {
  id: 1n,
  at: at('2026-11-20T17:40:00Z'),
  actorKind: 'person',
  actor: 'maximiliane.charlotte.of.somewhere.far.away@a-long-domain.example.com',
  action: 'night-given',
  night: day('2026-11-24'),
  before: { caregiver: 'a' },
  after: { caregiver: 'b', override: true },
  change: change(1),
  undoes: null,
}
const moved = (night: string): RecordedEntry => ({
  ...entry,
  action: 'night-replanned',
  night: day(night),
  before: { caregiver: 'b' },
  after: { caregiver: 'a' },
})
const caregivers = { '2026-11-21': 'a' }
const span = { from: '2026-11-21', to: '2026-12-20', nights: 30, caregivers }
/** One change of each kind, with names and addresses as long as they come. */
export const changes: RecordedEntry[][] = [
  [entry, ...['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-29'].map(moved)],
  [
    {
      ...entry,
      change: change(2),
      action: 'babysitter-booked',
      after: { caregiver: 'babysitter', babysitterName: `${long} von Habsburg`, override: true },
    },
    moved('2026-11-25'),
  ],
  [
    {
      ...entry,
      change: change(3),
      action: 'settings-changed',
      night: null,
      before: { 'parents.a.name': 'Max', timeZone: 'Europe/Paris', weekStart: 1 },
      after: { 'parents.a.name': long, timeZone: 'America/Argentina/Buenos_Aires', weekStart: 7 },
    },
  ],
  [
    {
      ...entry,
      change: null,
      actorKind: 'calendar' as const,
      actor: null,
      action: 'edit-rejected',
      before: null,
      after: { because: 'unreadable', title: 'averyveryverylongtitlewithoutanyspace'.repeat(3) },
    },
  ],
  [
    {
      ...entry,
      at: at('2026-11-19T03:00:00Z'),
      change: null,
      actorKind: 'schedule' as const,
      actor: null,
      action: 'nights-planned',
      night: null,
      before: null,
      after: span,
    },
  ],
]
