import { Type } from 'typebox'

// The serializer writes a bigint digit by digit; a number would name another night.
/** An id in a JSON answer. */
export const exactId = Type.Unsafe<bigint>({ type: 'integer' })

/** Our ids as text: no sign, no leading zero, no exponent (a 64-bit id is not a JavaScript number). */
const form = /^[1-9][0-9]{0,18}$/

const largest = 9_223_372_036_854_775_807n

/** The id in this text; undefined when it cannot be one of ours. */
export function parseAssignmentId(text: string): bigint | undefined {
  if (!form.test(text)) return undefined
  const id = BigInt(text)
  return id <= largest ? id : undefined
}
