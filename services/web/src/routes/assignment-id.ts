import { Type } from 'typebox'

// The serializer writes a bigint exactly; a number could lose digits.
/** An id in a JSON answer. */
export const exactId = Type.Unsafe<bigint>({ type: 'integer' })

/** An id as text: no sign, leading zero or exponent. A 64-bit id does not fit a JavaScript number. */
const form = /^[1-9][0-9]{0,18}$/

const largest = 9_223_372_036_854_775_807n

/** The id in this text; undefined if it is not a valid one. */
export function parseAssignmentId(text: string): bigint | undefined {
  if (!form.test(text)) return undefined
  const id = BigInt(text)
  return id <= largest ? id : undefined
}
