/** An event as the installation keeps it. */
export interface StoredEvent {
  uid: string
  /** Of its file, as the app that made it chose. */
  name: string
  /** iCalendar; null once it was removed. */
  text: string | null
  /** Counts up over the whole calendar. */
  version: bigint
}

/** An event that is there. */
export type LiveEvent = StoredEvent & { text: string }

/** Where the installation's own calendar is. */
export interface EventStore {
  find(by: { uid: string } | { name: string }): Promise<LiveEvent | undefined>
  /** How many events there are. */
  count(): Promise<number>
  /** What was written since `token`, removed events included; without one, every event. Null for an unknown token. */
  changes(token: string | null): Promise<{ events: StoredEvent[]; token: string } | null>
  /** @returns null unless the event has this version; null: there is none */
  put(event: Omit<LiveEvent, 'version'>, version: bigint | null): Promise<StoredEvent | null>
  /** @returns false unless the event has this version */
  remove(event: Pick<StoredEvent, 'uid' | 'version'>): Promise<boolean>
}
