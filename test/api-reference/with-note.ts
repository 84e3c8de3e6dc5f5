import type { JsonSchema } from './document.ts'
import type { Gives, Note } from './notes.ts'

/** The schema of a route, as Fastify and its plugin read it. */
export interface RouteSchema {
  response?: Record<string, object>
  [part: string]: unknown
}

const types: Record<Exclude<Gives, 'redirect' | 'json' | 'empty'>, string> = {
  page: 'text/html',
  calendar: 'text/calendar',
  table: 'text/csv',
  stream: 'text/event-stream',
  file: '*/*',
}

/** Where a route is, and whether it needs a session. */
interface Place {
  name: string
  url: string
  needs: string
}

/** The schema of a route, completed by its note. */
export function withNote(
  schema: RouteSchema,
  { says, gives, takes, headers }: Note,
  place: Place,
): RouteSchema {
  return {
    ...schema,
    summary: says,
    tags: [place.name],
    ...(place.needs === 'session' && { security: [{ session: [] }] }),
    ...(headers && { headers: headerSchema(headers, place) }),
    ...(schema['body'] !== undefined && { consumes: [bodyType(place)] }),
    ...(takes === 'bytes' && {
      body: { type: 'string', format: 'binary' },
      consumes: ['application/octet-stream'],
    }),
    response: responses(schema.response, gives, place),
  }
}

/** The prefix of these headers is a setting. These are the defaults. */
function headerSchema(headers: Record<string, string>, { name }: Place): JsonSchema {
  const prefix = name === 'vault' ? 'pub-' : 'x-goog-'
  const properties = Object.entries(headers).map(([header, description]) => [
    prefix + header,
    { type: 'string', description },
  ])
  return {
    type: 'object',
    required: Object.keys(headers).map(header => prefix + header),
    properties: Object.fromEntries(properties) as Record<string, JsonSchema>,
  }
}

function bodyType({ name, url }: Place): string {
  return name === 'web' && !url.startsWith('/api/')
    ? 'application/x-www-form-urlencoded'
    : 'application/json'
}

const texts = (...names: string[]): JsonSchema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
})

const refusals = {
  main: { title: 'Refusal', ...texts('error', 'msg', 'code') },
  publish: { title: 'Refusal', ...texts('error', 'code', 'message', 'msg') },
  other: {
    title: 'Refusal',
    ...texts('error'),
    properties: { error: { type: 'string' }, field: { type: 'string' } },
  },
} satisfies Record<string, JsonSchema>

function responses(
  given: RouteSchema['response'],
  gives: Gives,
  { name, url }: Place,
): Record<string, object> {
  if (gives === 'redirect') return { 302: { description: 'A redirect.', type: 'null' } }
  if (gives === 'empty')
    return {
      200: { description: 'Stored.', type: 'null' },
      '4xx': json('Refused.', refusals.other),
    }
  if (gives !== 'json')
    return {
      200: { description: 'Success.', content: { [types[gives]]: { schema: { type: 'string' } } } },
    }
  const answer: JsonSchema = given?.['200'] ?? { type: 'object' }
  if (/^\/(?:user|vault)\//.test(url))
    return { 200: json('Success, or a refusal.', { anyOf: [answer, refusals.main] }) }
  const refusal = name === 'vault' ? refusals.publish : refusals.other
  return { 200: json('Success.', answer), '4xx': json('Refused.', refusal) }
}

function json(description: string, schema: JsonSchema) {
  return { description, content: { 'application/json': { schema } } }
}
