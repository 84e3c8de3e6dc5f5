import { Type, type TProperties, type TSchema } from 'typebox'

/** Optional here: a missing token is refused with its own code. */
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

/** The name of a host that clients send and this host does not need. */
export const host = Type.String({ maxLength: 300 })

/** The schemas of a call with a token. */
export function call<Fields extends TProperties, Answer extends TSchema>(
  fields: Fields,
  answer: Answer,
) {
  return { schema: { body: Type.Object({ token, ...fields }), response: { 200: answer } } }
}
