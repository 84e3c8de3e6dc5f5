import {
  copyEvent,
  describeEvent,
  moveEvent,
  removeEvent,
  writeNonsense,
  writeTitle,
} from './acts-in-the-calendar.ts'
import { addAway, removeAway, saveSettings } from './acts-of-the-household.ts'
import { makeTrouble } from './outside-acts.ts'
import {
  bookBabysitter,
  giveNight,
  selectCalendar,
  swapNights,
  sync,
  undo,
  unlockNight,
} from './acts-on-pages.ts'
import type { Outcome, Run } from './run-state.ts'
import type { Step } from './steps.ts'

/** Does one step, and records its meaning in the model. */
export async function perform(run: Run, step: Step): Promise<Outcome> {
  // What remains is trouble of the world, and the compiler sees that it is.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (step.kind) {
    case 'title':
      return writeTitle(run, step)
    case 'unreadable':
      return writeNonsense(run, step)
    case 'remove':
      return removeEvent(run, step)
    case 'move':
    case 'timed':
      return moveEvent(run, step)
    case 'describe':
      return describeEvent(run, step)
    case 'copy':
      return copyEvent(run, step)
    case 'book':
      return bookBabysitter(run, step)
    case 'give':
      return giveNight(run, step)
    case 'swap':
      return swapNights(run, step)
    case 'unlock':
      return unlockNight(run, step)
    case 'undo':
      return undo(run, step)
    case 'sync':
      return sync(run, step)
    case 'select':
      return selectCalendar(run, step)
    case 'settings':
      return saveSettings(run, step)
    case 'away':
      return addAway(run, step)
    case 'back':
      return removeAway(run, step)
    default:
      return makeTrouble(run, step)
  }
}
