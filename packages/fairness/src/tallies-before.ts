import type { Caregiver } from './caregiver.ts'
import type { Ledger } from './ledger.ts'
import type { NightSum } from './night-sum.ts'
import { startTally, type Tally } from './tally.ts'

/**
 * The counts before each night from `from` on, by date (`YYYY-MM-DD`). A date that `record`, in order, lacks counts for
 * neither parent; what is `older` is in none of the last 30 dates and in no streak.
 */
export function talliesBefore(
  record: readonly { night: Temporal.PlainDate; caregiver: Caregiver | null }[],
  { from, older }: { from: Temporal.PlainDate; older: NightSum },
  ledger: Ledger,
): Map<string, Tally> {
  const tally = startTally(older)
  const tallies = new Map<string, Tally>()
  let last: Temporal.PlainDate | undefined
  for (const { night, caregiver } of record) {
    const missing = last === undefined ? 0 : last.until(night).days - 1
    for (let date = 0; date < missing; date++) tally.add(null, 1, 0)
    if (Temporal.PlainDate.compare(night, from) >= 0) tallies.set(night.toString(), tally.read())
    const weight = ledger.weightOf(night)
    tally.add(caregiver, weight, ledger.step(caregiver, weight, night))
    last = night
  }
  return tallies
}
