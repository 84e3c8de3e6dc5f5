import type { DatabaseSession } from './database-session.ts'
import type { Visitor } from '../family/visitor.ts'

export type ParentId = 'a' | 'b'

/** An event of a night, as people see it in their calendar. */
export interface NightEvent {
  date: string
  title: string
}

/** Something that goes wrong, or that an operator does. */
export interface Trouble {
  /** What it counts as in the report. */
  kind: 'restart' | 'kill' | 'upgrade' | 'key rotation' | 'outage' | 'refusal'
  name: string
  run: () => Promise<unknown>
  /** Ends it a day later; undefined where it is over at once. */
  end?: () => Promise<unknown>
}

/** A family with an installation, at any calendar provider. */
export interface Family {
  name: string
  /** Both parents' browsers. */
  people: Record<ParentId, Visitor>
  /** Signs a parent in, in their browser. */
  signIn: (parent: ParentId) => Promise<void>
  query: DatabaseSession['query']
  /** The events of nights in the calendar, in order. */
  events: () => Promise<NightEvent[]>
  /** A parent gives the night's event another title or day in the calendar's own app, or deletes it. */
  editEvent: (date: string, edit: { title?: string; date?: string } | 'delete') => Promise<void>
  /** Tells what runs by another clock that it has moved. */
  clockMoved?: () => Promise<void>
  /** What happens to it, in turn. */
  troubles: readonly Trouble[]
  /** Its containers that run now, by the name that the report uses. */
  containers: () => Promise<Record<string, string>>
  /** Waits until it answers after a trouble. */
  ready: () => Promise<void>
  /** What the doctor prints. */
  doctor: () => Promise<string>
  /** KiB of the files at places that grow, such as backups. */
  sizes: () => Promise<Record<string, number>>
  close: () => Promise<void>
}
