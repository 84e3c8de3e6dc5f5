import type { Message } from '@night-routine/wording'
import { Type } from 'typebox'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'

// The serializer writes a bigint exactly; a number could lose digits.
/** An id in a JSON answer. */
export const exactId = Type.Unsafe<bigint>({ type: 'integer' })

/** An id as text: no sign, leading zero or exponent. A 64-bit id does not fit a JavaScript number. */
const form = /^[1-9][0-9]{0,18}$/

const largest = 9_223_372_036_854_775_807n

/**
 * The id in this text, of a form's field or of an address.
 * @throws LocalizedHttpError where it has none: 400 for a field, 404 for an address
 */
export function parseId(text: string, says: Message, field?: string): bigint {
  const id = form.test(text) ? BigInt(text) : largest + 1n
  if (id <= largest) return id
  throw field === undefined
    ? new LocalizedHttpError(404, says)
    : new LocalizedHttpError(400, says, { field })
}
