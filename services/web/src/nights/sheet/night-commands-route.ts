import { ChangeRefusal } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { Type, type TProperties, type TSchema } from 'typebox'
import { nameApiFields, outcome, outcomeView, takeJsonOnly } from '../../plugins/json-api.ts'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { parseId } from '../../plugins/id.ts'
import { nightCommands, type NightCommand } from './night-commands.ts'
import { readShownNight, shownNight } from './night-json.ts'

// A union would be checked before it is written, and has no exact ids.
const changed = { ...outcome.properties, night: Type.Optional(shownNight) }
const field = 'assignment_id'

/** Each change of a night as a form, which redirects to the night with a message, and as JSON. */
export default async function commands(service: WebService, context: WebContext) {
  for (const [name, command] of Object.entries(nightCommands)) {
    const body = Type.Object({ [field]: Type.String(), ...formSchema(command) })
    service.post<{ Body: Record<string, string> }>(
      `/nights/${name}`,
      { schema: { body } },
      async (request, reply) => {
        const id = parseId(request.body[field] ?? '', message('error.idOfNight', { field }), field)
        const asked = inputOfForm(command, request.body)
        try {
          const {
            change,
            flash,
            goesTo = id,
          } = await changeAs(context, request, (trx, by) => command.run(trx, { id, ...by }, asked))
          leaveFlash(reply, change === null ? 'unchanged' : flash, change)
          // Without script the page opens at its top, where the message is.
          const place = command.staysInSheet === true ? '#night' : ''
          return await reply.redirect(goesTo === null ? '/' : `/?night=${goesTo}${place}`)
        } catch (error) {
          const isNear = error instanceof ChangeRefusal && error.reason === 'near-name'
          if (!isNear || !('onNearName' in command)) throw error
          await changeAs(context, request, async (trx, by) =>
            command.onNearName?.(trx, { id, ...by }, asked),
          )
          return reply.redirect('/#notices-title')
        }
      },
    )
  }

  await service.register(async api => {
    takeJsonOnly(api)
    nameApiFields(api)
    for (const [name, command] of Object.entries(nightCommands)) {
      const { says: description, fields } = command
      const hasFields = Object.keys(fields).length > 0
      const body = Type.Object(fields, { additionalProperties: false, description })
      const answer = Type.Object(changed, hasFields ? {} : { description })
      api.post<{ Params: { id: string }; Body: Record<string, unknown> | undefined }>(
        `/api/nights/:id/${name}`,
        {
          schema: {
            params: Type.Object({ id: Type.String() }),
            ...(hasFields && { body }),
            response: { 200: answer },
          },
        },
        async request => {
          const id = parseId(request.params.id, message('error.noNight'))
          const made = await changeAs(context, request, (trx, by) =>
            command.run(trx, { id, ...by }, request.body ?? {}),
          )
          const night = await readShownNight(context.db, request, id)
          return { ...outcomeView(made), ...(night && { night }) }
        },
      )
    }
  })
}

/** The fields of a command's form: text, where JSON has numbers, and a box that may be missing for true or false. */
function formSchema(command: NightCommand): TProperties {
  return Object.fromEntries(
    fieldsInForm(command).map(({ named, schema }) => [named, inAForm(schema)]),
  )
}

/** What a form says, as its command takes it. */
function inputOfForm(command: NightCommand, form: Record<string, string | undefined>) {
  return Object.fromEntries(
    fieldsInForm(command).map(({ name, named, schema }) => {
      const typed = form[named]
      if (Type.IsBoolean(schema)) return [name, typed !== undefined]
      if (Type.IsUnion(schema) && typed === '') return [name, null]
      return [name, isNumber(schema) ? Number(typed) : typed]
    }),
  )
}

/** The fields that its form has, with their names there. */
function fieldsInForm({ fields, inForm = {} }: NightCommand) {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const named = inForm[name] === undefined ? name : inForm[name]
    return named === null ? [] : [{ name, named, schema }]
  })
}

function inAForm(schema: TSchema): TSchema {
  if (Type.IsBoolean(schema)) return Type.Optional(Type.String())
  if (Type.IsInteger(schema)) return Type.String({ pattern: String.raw`^[1-9]\d*$` })
  return isNumber(schema) ? Type.String() : schema
}

function isNumber(schema: TSchema): boolean {
  // A number or null: the form says null with an empty text.
  return Type.IsNumber(schema) || Type.IsInteger(schema) || Type.IsUnion(schema)
}
