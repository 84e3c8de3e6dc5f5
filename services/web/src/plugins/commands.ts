import { Type, type TProperties, type TSchema } from 'typebox'

/** What a command asks for, as JSON, and which of the fields have another name in its form. */
interface Asking {
  fields: TProperties
  inForm?: Record<string, string>
}

/** The fields of a command's form: text, where JSON has numbers, and a box that may be missing for true or false. */
export function formSchema({ fields, inForm = {} }: Asking): TProperties {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [inForm[name] ?? name, inAForm(schema)]),
  )
}

/** What a form says, as its command takes it. */
export function inputOfForm(
  { fields, inForm = {} }: Asking,
  form: Record<string, string | undefined>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const typed = form[inForm[name] ?? name]
      if (Type.IsBoolean(schema)) return [name, typed !== undefined]
      return [name, isNumber(schema) ? Number(typed) : typed]
    }),
  )
}

function inAForm(schema: TSchema): TSchema {
  if (Type.IsBoolean(schema)) return Type.Optional(Type.String())
  if (Type.IsInteger(schema)) return Type.String({ pattern: String.raw`^[1-9]\d*$` })
  return isNumber(schema) ? Type.String() : schema
}

function isNumber(schema: TSchema): boolean {
  return Type.IsNumber(schema) || Type.IsInteger(schema)
}
