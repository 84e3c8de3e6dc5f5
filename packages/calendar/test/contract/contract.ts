import { changes } from './changes-contract.ts'
import { events } from './events-contract.ts'
import type { Rule } from './subject.ts'

/** What every calendar provider does; differences only where the port declares them. */
export const contract: Record<string, Rule> = { ...events, ...changes }
