import { Type } from 'typebox'
import type { JobContract } from './contract.ts'

/** The request that caused a wake-up, for logs and traces only. */
export const wakeUp = Type.Object(
  {
    requestId: Type.Optional(Type.String({ maxLength: 64 })),
    traceparent: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
)

/** A job that only says that there is work of its kind. */
export type WakeUpContract = JobContract<typeof wakeUp>
