// Loaded before every program of a run whose days pass: the machine's time, moved ahead by what a file says.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

const ofTheMachine = Temporal.Now.instant
const millisecondsOfTheMachine = Date.now

/** Lets this process have the time that `moveClock` sets. Waits take as long as ever. @returns what ends it */
export function followClock(file: string): () => void {
  const now = () => ofTheMachine().add({ milliseconds: Number(readFileSync(file, 'utf8')) })
  Object.assign(Temporal.Now, { instant: now })
  Date.now = () => now().epochMilliseconds
  return () => {
    Object.assign(Temporal.Now, { instant: ofTheMachine })
    Date.now = millisecondsOfTheMachine
  }
}

/** Moves the clock of every process that follows the file. */
export function moveClock(file: string, to: Temporal.Instant = ofTheMachine()): void {
  writeFileSync(`${file}.new`, ofTheMachine().until(to).total('milliseconds').toFixed(0))
  renameSync(`${file}.new`, file)
}

const given = process.env['MOVED_CLOCK']
if (given !== undefined) followClock(given)
