import { Type } from 'typebox'
import type { JobContract } from './contract.ts'

/** What every wake-up may carry: which request it comes of, for log and traces. It decides nothing. */
export const wakeUp = Type.Object(
  {
    requestId: Type.Optional(Type.String({ maxLength: 64 })),
    traceparent: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
)

/** A job that says no more than that there is work of its kind. */
export type WakeUpContract = JobContract<typeof wakeUp>
