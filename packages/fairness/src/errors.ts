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
