import * as calendar from './acts-in-the-calendar.ts'
import * as household from './acts-of-the-household.ts'
import { makeTrouble } from './outside-acts.ts'
import * as pages from './acts-on-pages.ts'
import type { Outcome, Run } from './run-state.ts'
import type { Step, StepOf } from './steps.ts'

type Acts = { [Kind in Step['kind']]?: (run: Run, step: StepOf<Kind>) => Promise<Outcome> }

/** What people do. What remains is trouble of the world. */
const acts = {
  title: calendar.writeTitle,
  unreadable: calendar.writeNonsense,
  remove: calendar.removeEvent,
  move: calendar.moveEvent,
  timed: calendar.moveEvent,
  describe: calendar.describeEvent,
  copy: calendar.copyEvent,
  book: pages.bookBabysitter,
  give: pages.giveNight,
  swap: pages.swapNights,
  unlock: pages.unlockNight,
  undo: pages.undo,
  sync: pages.sync,
  select: pages.selectCalendar,
  settings: household.saveSettings,
  away: household.addAway,
  back: household.removeAway,
} satisfies Acts

/** Does one step, and records its meaning in the model. */
export async function perform(run: Run, step: Step): Promise<Outcome> {
  const known: Record<string, ((run: Run, step: never) => Promise<Outcome>) | undefined> = acts
  const act = known[step.kind] ?? makeTrouble
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its kind chose the act
  return act(run, step as never)
}
