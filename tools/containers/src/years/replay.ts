import type { Family } from './family.ts'

/** What an entry of the history says of a night, before or after it. */
interface Facts {
  caregiver?: string | null
  babysitterName?: string | null
  override?: boolean
  caregivers?: Record<string, string | null>
}

interface Entry {
  id: number
  action: string
  night: string | null
  before: Facts | null
  after: Facts | null
}

/** Where the nights differ from what the history makes of them, from the first entry to the last. */
export async function historyFaults(
  { query }: Pick<Family, 'query'>,
  stored: ReadonlyMap<string, { who: string; override: boolean }>,
): Promise<string[]> {
  const rows = await query(
    `select jsonb_build_object('id', id, 'action', action, 'night', night, 'before', before, 'after', after)
      from history order by id`,
  )
  const nights = new Map<string, string>()
  const faults: string[] = []
  for (const row of rows) {
    const { id, action, night, before, after } = JSON.parse(row) as Entry
    const agree = (on: string, said: string) => {
      const known = nights.get(on) ?? 'not on record'
      if (known !== said) faults.push(`history ${id} ${action} ${on}: ${said} after ${known}`)
    }
    if (action === 'nights-planned')
      for (const [on, who] of Object.entries(after?.caregivers ?? {})) {
        agree(on, 'not on record')
        nights.set(on, who ?? 'open')
      }
    else if (action === 'nights-unplanned')
      for (const [on, who] of Object.entries(before?.caregivers ?? {})) {
        agree(on, who ?? 'open')
        nights.delete(on)
      }
    else if (night !== null && 'caregiver' in { ...before, ...after }) {
      if (nights.has(night)) agree(night, stateText(before))
      nights.set(night, stateText(after))
    }
  }
  for (const [night, { who, override }] of stored) {
    const said = nights.get(night)
    const is = override ? `[${who}]` : who
    if (said !== is) faults.push(`${night} is ${is}, and the history says ${said}`)
  }
  return faults
}

/** Who does a night, in brackets where it is locked. */
function stateText(facts: Facts | null): string {
  const { babysitterName, caregiver, override } = facts ?? {}
  const sitter = `sitter:${babysitterName?.toLowerCase()}`
  const who = caregiver === 'babysitter' ? sitter : (caregiver ?? 'open')
  return override === true ? `[${who}]` : who
}
