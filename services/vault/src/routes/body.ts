import { Type } from 'typebox'

/** Optional here: `callerOf` refuses a missing token with its own code. */
export const token = Type.Optional(Type.String({ maxLength: 4096 }))

/** A text without control characters. */
export const plainText = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
})

/** Bytes in hex. */
export const hex = Type.String({ maxLength: 512, pattern: '^([0-9a-fA-F]{2})*$' })

/** The response of a call that returns nothing. */
export const done = Type.Object({ status: Type.Literal('ok') })

/** An id as clients send it; it may be invalid. */
export const id = Type.String({ maxLength: 200 })
