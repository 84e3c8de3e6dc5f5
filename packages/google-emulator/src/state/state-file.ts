import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { seedState } from './seeds.ts'
import type { Calendar, State, StoredEvent } from './state.ts'

const quiet = 200

export interface StateFile {
  read(): Promise<State>
  /** Writes when nothing has happened for a moment, and only what differs. */
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
      return text === undefined ? seedState() : parse(text)
    },
    saveSoon: state => {
      timer ??= setTimeout(() => void saveNow(path, state), quiet)
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

function parse(text: string): State {
  const state: WrittenState = JSON.parse(text)
  const calendars = state.calendars.map(calendar => ({
    ...calendar,
    events: new Map(calendar.events.map(event => [event.id, event])),
  }))
  return { ...state, calendars }
}
