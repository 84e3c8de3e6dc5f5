import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import swagger from '@fastify/swagger'
import { createLogger, loadConfig, systemClock } from '@night-routine/service'
import { webhooks } from './webhook-document.ts'

/** The part of JSON Schema that the page shows. */
export interface JsonSchema {
  type?: string
  description?: string
  required?: string[]
  properties?: Record<string, JsonSchema>
}

type Content = Record<string, { schema?: JsonSchema }>

interface Operation {
  summary?: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content } | { $ref: string }>
}

/** The part of an OpenAPI document that the page shows. */
export interface ApiDocument {
  components?: object
  paths: Record<string, Record<string, Operation>>
}

interface Service {
  register: (plugin: typeof swagger, options: object) => unknown
  ready: () => PromiseLike<unknown>
  close: () => PromiseLike<unknown>
  swagger: () => ApiDocument
}

interface Route {
  schema?: { body?: JsonSchema; querystring?: JsonSchema; response?: Record<string, JsonSchema> }
  url: string
  route: { method: string | string[]; config?: { access?: string } }
}

const refusal = {
  description: 'Refused.',
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
}

const problem = {
  description: 'Problem details (RFC 9457): what went wrong, and in which field of the request.',
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    field: { type: 'string' },
  },
}

/** The endpoints whose errors are the contract's. */
const ofContract = /^\/api\/assignment-/

const session = { session: { type: 'apiKey', in: 'cookie', name: 'session' } }
const bearers = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of a person (`nr_…`). One that may only read is good for GET.',
  },
  shareLink: { type: 'http', scheme: 'bearer', description: 'The secret of a share link.' },
}

/** How a request of the web service says who sends it, in any of these ways; undefined where it need not. */
function securityOf(url: string, access = 'session') {
  if (url === '/api/tonight') return [{ session: [] }, { token: [] }, { shareLink: [] }]
  if (access !== 'session') return undefined
  return url.startsWith('/api/') ? [{ session: [] }, { token: [] }] : [{ session: [] }]
}

/** Not documented: catch-all routes, and a stylesheet whose name depends on its content. */
const hidden = /^(?:(?:GET|POST) \/\*|OPTIONS \*|GET \/-\/\S+\.css)$/

/** The OpenAPI document of a service, from the routes of a running instance. */
export async function describeService(name: string): Promise<ApiDocument> {
  const options = {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Night Routine: ${name}`, version: '1' },
      components: {
        securitySchemes: name === 'web' ? { ...session, ...bearers } : session,
      },
      ...(name === 'web' && { webhooks }),
    },
    transform: ({ schema = {}, url, route }: Route) => {
      if (hidden.test(`${String(route.method)} ${url}`)) return { url, schema: { hide: true } }
      const { description } = schema.body ?? schema.querystring ?? schema.response?.['200'] ?? {}
      const security = name === 'web' ? securityOf(url, route.config?.access) : undefined
      const isForm = name === 'web' && !url.startsWith('/api/')
      return {
        url,
        schema: {
          ...schema,
          summary: description,
          tags: [name],
          consumes: [isForm ? 'application/x-www-form-urlencoded' : 'application/json'],
          ...(security && { security }),
          response: schema.response
            ? { ...schema.response, '4xx': refusal }
            : { 200: { type: 'null', description: 'A page, a file, a redirect or nothing.' } },
        },
      }
    },
  }
  // A service registers its routes while it is built, so the plugin has to be registered before them.
  const register = (made: unknown) =>
    void (made as { fastify: Service }).fastify.register(swagger, options)
  subscribe('fastify.initialization', register)
  try {
    return await documentOf(name)
  } finally {
    unsubscribe('fastify.initialization', register)
  }
}

/** Builds a service without its servers. It starts before they do, and waits for them. */
async function documentOf(name: string): Promise<ApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'night-routine-alone-'))
  const { configSchema } = (await import(resolve(`services/${name}/src/config.ts`))) as {
    configSchema: Parameters<typeof loadConfig>[0]
  }
  const { buildService } = (await import(resolve(`services/${name}/src/service.ts`))) as {
    buildService: (given: object) => Promise<Service>
  }
  const config = loadConfig(configSchema, {
    DATABASE_URL: 'postgres://absent@127.0.0.1:1/absent',
    SECRET_KEYS: '11'.repeat(32),
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    VAULT_FOLDER: folder,
  })
  const logger = createLogger({ name, level: 'silent' })
  const service = await buildService({ config, logger, clock: systemClock })
  await service.ready()
  const document = name === 'web' ? withProblems(service.swagger()) : service.swagger()
  await service.close()
  rmSync(folder, { recursive: true })
  return document
}

/** The document with the errors that the endpoints below `/api` answer. */
function withProblems({ components, paths, ...document }: ApiDocument): ApiDocument {
  for (const [url, operations] of Object.entries(paths))
    for (const { responses } of Object.values(operations))
      if (url.startsWith('/api/') && !ofContract.test(url))
        responses['4XX'] = { $ref: '#/components/responses/Problem' }
  const content = {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  }
  const more = {
    schemas: { Problem: problem },
    responses: { Problem: { description: problem.description, content } },
  }
  return { ...document, components: { ...components, ...more }, paths }
}
