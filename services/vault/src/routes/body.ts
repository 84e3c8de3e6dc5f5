import { Type } from 'typebox'

/** The token is looked at by whoever finds the caller: without one nobody is signed in. */
export const token = Type.Optional(Type.String({ maxLength: 4096 }))

/** A text without what no database and no page would take. */
export const plainText = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
})

/** Hexadecimal digits of whole bytes. */
export const hex = Type.String({ maxLength: 512, pattern: '^([0-9a-fA-F]{2})*$' })

/** The answer to what only had to be done. */
export const done = Type.Object({ status: Type.Literal('ok') })

/** An id as it may be given; what is none of ours is unknown. */
export const id = Type.String({ maxLength: 200 })
