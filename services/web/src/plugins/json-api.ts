import { ChangeRefusal, type ChangeOutcome } from '@night-routine/household'
import { jsonParser } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { refusedError } from './errors.ts'
import { LocalizedHttpError } from './localized-http-error.ts'

/** Text in JSON, and text that may be missing. */
export const text = Type.String()
export const textOrNull = Type.Union([text, Type.Null()])

/** Lets the routes of a plugin take JSON in UTF-8 in place of forms, which any website could send. */
export function takeJsonOnly(service: FastifyInstance) {
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(service))
  service.addHook('onRequest', async ({ headers }) => {
    const charset = /;\s*charset="?(?<name>[^\s;"]+)/i.exec(headers['content-type'] ?? '')
    if (charset && !/^utf-?8$/i.test(charset.groups?.['name'] ?? ''))
      throw new LocalizedHttpError(400, message('error.not-utf8'))
  })
}

/** Fields that have other names in the API than in the household package. */
const fields = new Map([
  ['otherId', 'with'],
  ['everyWeeks', 'every_weeks'],
  ['how', 'channels'],
  ['quiet_from', 'quiet'],
])

/** Names the fields of refused changes as the API does, for the routes of a plugin. */
export function nameApiFields(service: Pick<FastifyInstance, 'setErrorHandler'>) {
  service.setErrorHandler((error: unknown) => {
    throw error instanceof ChangeRefusal ? refusedError(error, fields) : error
  })
}

/** What a change did: its id for the history and an undo, and the nights that another person does now. */
export const outcome = Type.Object({
  change: Type.Union([Type.String(), Type.Null()]),
  changed_nights: Type.Array(Type.String()),
})

/** The same, for an endpoint whose request says nothing itself. */
export function outcomeOfA(description: string) {
  return Type.Object(outcome.properties, { description })
}

/** The outcome of a change, as the API answers it. */
export function outcomeView({ change, changedNights }: ChangeOutcome): Static<typeof outcome> {
  return { change, changed_nights: changedNights.map(String) }
}
