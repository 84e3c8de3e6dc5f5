import { readCalendarEvents } from '@night-routine/database/calendar'
import type { EmulatorEvent, EventEdit } from '@night-routine/google-emulator'
import { patiently, readState } from './household-state.ts'
import { spoiled, wrote, type Decision } from './model.ts'
import type { Outcome, Run } from './run-state.ts'
import { parentNames, type StepOf } from './steps.ts'

const spellings = [
  (name: string) => `[${name}] 🌃👶Routine`,
  (name: string) => `[${name.toLowerCase()}] 🌃👶Routine`,
  (name: string) => `[ ${name} ] bedtime`,
]

/** The event of the night so many days from tonight, as people see it. */
async function eventOn({ stack }: Run, offset: number) {
  const state = await readState(stack.db)
  const night = state.tonight.add({ days: offset })
  const rows = await patiently(() => readCalendarEvents(stack.db, state.calendarId, night))
  const row = rows.find(other => other.night.equals(night))
  const events = await stack.control.events(state.calendarId)
  const event = events.find(({ id, status }) => id === row?.eventId && status === 'confirmed')
  return { ...state, night, event }
}

type Found = Awaited<ReturnType<typeof eventOn>> & { event: EmulatorEvent }

async function edit(run: Run, offset: number, change: (found: Found) => EventEdit | undefined) {
  const found = await eventOn(run, offset)
  const { calendarId, event } = found
  if (!event) return undefined
  const wanted = change({ ...found, event })
  if (wanted === undefined) return undefined
  // A push may have removed the event in the meantime.
  const landed = await run.stack.control.editEvent(calendarId, event.id, wanted).then(
    edited => edited.status === 'confirmed',
    () => false,
  )
  return landed ? { ...found, event } : undefined
}

function nameIn(title: string | undefined): string {
  return /^\[([^\]]*)\]/.exec(title ?? '')?.[1]?.trim() ?? ''
}

/** Whom a title names, by any name that a parent has had. */
function namedIn(title: string | undefined): Decision {
  const name = nameIn(title).toLowerCase()
  const isOf = (parent: 'a' | 'b') => parentNames[parent].some(one => one.toLowerCase() === name)
  return isOf('a') ? 'a' : isOf('b') ? 'b' : `sitter:${name}`
}

/** A person replaces the name in the title. */
export async function writeTitle(run: Run, step: StepOf<'title'>): Promise<Outcome> {
  const wanted = ({ a: 0, b: 1 } as Record<string, number>)[step.who]
  const found = await edit(run, step.offset, ({ names, event }) => {
    const name = wanted === undefined ? step.who : ([names.a, names.b][wanted] ?? '')
    // Another spelling of the same name decides nothing.
    if (nameIn(event.summary).toLowerCase() === name.toLowerCase()) return undefined
    return { summary: spellings[step.spelling]?.(name) ?? name }
  })
  if (!found) return 'nothing-to-do'
  run.model = wrote(run.model, found.night.toString(), {
    decision: wanted === undefined ? `sitter:${step.who.toLowerCase()}` : step.who,
    stood: namedIn(found.event.summary),
    loose:
      Temporal.PlainDate.compare(found.night, found.oldest) < 0 ||
      // Another time zone may turn it into a past night before the edit is read.
      Temporal.PlainDate.compare(found.night, found.tonight.add({ days: 1 })) <= 0,
  })
  return 'accepted'
}

/** A title without a name: the night does not change. */
export async function writeNonsense(run: Run, step: StepOf<'unreadable'>): Promise<Outcome> {
  const found = await edit(run, step.offset, () => ({ summary: step.summary }))
  if (found) run.model = spoiled(run.model, found.night.toString(), namedIn(found.event.summary))
  return found ? 'accepted' : 'nothing-to-do'
}

/** The event comes back, and the night stays as it is. */
export async function removeEvent(run: Run, step: StepOf<'remove'>): Promise<Outcome> {
  const { calendarId, event, night } = await eventOn(run, step.offset)
  if (!event) return 'nothing-to-do'
  const landed = await run.stack.control.removeEvent(calendarId, event.id).then(
    () => true,
    () => false,
  )
  if (landed) run.model = spoiled(run.model, night.toString(), namedIn(event.summary))
  return landed ? 'accepted' : 'nothing-to-do'
}

const allDay = (date: Temporal.PlainDate) => ({
  date: date.toString(),
  dateTime: null,
  timeZone: null,
})

/** A moved event, or one with a time, goes back to its day. */
export async function moveEvent(run: Run, step: StepOf<'move'> | StepOf<'timed'>) {
  const found = await edit(run, step.offset, ({ night }) => {
    if (step.kind === 'timed') {
      const at = (hour: number) => ({
        dateTime: `${night.toString()}T${hour}:00:00Z`,
        date: null,
      })
      return { start: at(19), end: at(20) }
    }
    const day = night.add({ days: step.days })
    return { start: allDay(day), end: allDay(day.add({ days: 1 })) }
  })
  return found ? 'accepted' : 'nothing-to-do'
}

/** A family's own text in the description changes nothing. */
export async function describeEvent(run: Run, step: StepOf<'describe'>): Promise<Outcome> {
  const found = await edit(run, step.offset, ({ event }) => ({
    location: step.text,
    description: `${event.description ?? ''}\n${step.text}`,
  }))
  return found ? 'accepted' : 'nothing-to-do'
}

/** Copies an event with all its properties. The copy is not one of our events. */
export async function copyEvent(run: Run, step: StepOf<'copy'>): Promise<Outcome> {
  const { calendarId, event } = await eventOn(run, step.offset)
  if (!event) return 'nothing-to-do'
  const { summary, description, start, end, extendedProperties } = event
  const made = await run.stack.control.createEvent(calendarId, {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(extendedProperties && { extendedProperties }),
    start,
    end,
  })
  run.foreign.set(made.id, { calendarId, event: made })
  return 'accepted'
}
