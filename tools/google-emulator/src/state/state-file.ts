import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { seedState } from './seeds.ts'
import type { Calendar, State, StoredEvent } from './state.ts'

/** Milliseconds in which further changes join one write. */
const moment = 200

export interface StateFile {
  read(): Promise<State>
  /** Writes the latest state within a moment, and only when it differs from what is written. */
  saveSoon(state: State): void
  close(state: State): Promise<void>
}

type WrittenCalendar = Omit<Calendar, 'events'> & { events: StoredEvent[] }
type WrittenState = Omit<State, 'calendars'> & { calendars: WrittenCalendar[] }

/**
 * Keeps the state in a file, replaced as a whole; without a path it is kept nowhere.
 *
 * @throws Error from read() when the file is there and cannot be understood
 */
export function openStateFile(
  path: string | undefined,
  onError: (error: unknown) => void,
): StateFile {
  if (path === undefined) {
    return { read: async () => seedState(), saveSoon: () => {}, close: async () => {} }
  }
  let written = ''
  let timer: NodeJS.Timeout | undefined
  let latest: State | undefined
  let writing = Promise.resolve()

  async function save(file: string, state: State): Promise<void> {
    const text = serialize(state)
    if (text === written) return
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
    written = text
  }
  function saveNow(file: string, state: State): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(() => save(file, state)).catch(onError)
    return writing
  }

  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return text === undefined ? seedState() : parse(path, text)
    },
    saveSoon: state => {
      // A reset replaces the state while the timer runs.
      latest = state
      timer ??= setTimeout(() => void saveNow(path, latest ?? state), moment)
    },
    close: state => saveNow(path, state),
  }
}

function serialize(state: State): string {
  const calendars = state.calendars.map(calendar => ({
    ...calendar,
    events: [...calendar.events.values()],
  }))
  return JSON.stringify({ ...state, calendars } satisfies WrittenState)
}

function parse(path: string, text: string): State {
  try {
    const state: WrittenState = JSON.parse(text)
    const calendars = state.calendars.map(calendar => ({
      ...calendar,
      events: new Map(calendar.events.map(event => [event.id, event])),
    }))
    return { ...state, calendars }
  } catch (cause) {
    throw new Error(`${path} holds no state of the emulator; delete it to begin afresh.`, { cause })
  }
}
