/** An invalid request; names the field, such as `fixed[2].night`, and its value. */
export class FairnessInputError extends Error {
  override name = 'FairnessInputError'
  readonly field: string
  readonly value: string

  constructor(field: string, value: unknown, problem: string) {
    super(`${field}: ${String(value)} ${problem}`)
    this.field = field
    this.value = String(value)
  }
}

/** Refuses a value of a request. */
export function fail(field: string, value: unknown, problem: string): never {
  throw new FairnessInputError(field, value, problem)
}

/** Refuses what is not a date. */
export function checkDate(field: string, value: unknown) {
  if (!(value instanceof Temporal.PlainDate)) fail(field, value, 'is not a Temporal.PlainDate')
}

/** Whether this is an ISO weekday. */
export function isWeekday(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 7
}
