/** The month in the address; undefined if invalid. */
export function parseMonth(text: string): Temporal.PlainYearMonth | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? Temporal.PlainYearMonth.from(text) : undefined
}
