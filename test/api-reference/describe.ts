import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import swagger from '@fastify/swagger'
import { buildAlone, type Service } from './alone.ts'
import type { ApiDocument } from './document.ts'
import { healthNotes, notes } from './notes.ts'
import { withNote, type RouteSchema } from './with-note.ts'

interface Route {
  schema?: RouteSchema
  url: string
  route: { method: string | string[]; config?: { access?: string } }
}

/** The services with an API; the others only have health checks. */
export const described = Object.keys(notes)

/** Not documented: catch-all routes, and a stylesheet whose name depends on its content. */
const left = /^(?:(?:GET|POST) \/\*|OPTIONS \*|GET \/-\/\S+\.css)$/

/** The OpenAPI document of a service, from the routes of a running instance. */
export async function describeService(name: string): Promise<ApiDocument> {
  const missing: string[] = []
  const unused = new Set(Object.keys({ ...notes[name], ...healthNotes }))
  const transform = ({ schema = {}, url, route }: Route) => {
    const request = `${String(route.method)} ${url}`
    if (left.test(request)) return { url, schema: { ...schema, hide: true } }
    const note = notes[name]?.[request] ?? healthNotes[request]
    unused.delete(request)
    if (note === undefined) missing.push(request)
    else
      return {
        url,
        schema: withNote(schema, note, {
          name,
          url,
          needs: name === 'web' ? (route.config?.access ?? 'session') : 'public',
        }),
      }
    return { url, schema }
  }
  const document = await documentOf(name, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Night Routine: ${name}`, version: '1' },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      },
    },
    transform,
  })
  const odd = [...missing, ...unused]
  if (odd.length > 0) throw new Error(`${name}: notes and routes differ: ${odd.join(', ')}`)
  return document
}

async function documentOf(name: string, options: object): Promise<ApiDocument> {
  // A service registers its routes while it is built, so the plugin has to be registered before them.
  const register = (made: unknown) =>
    void (made as { fastify: Service }).fastify.register(swagger, options)
  subscribe('fastify.initialization', register)
  try {
    const { service, close } = await buildAlone(name)
    await service.ready()
    const document = service.swagger()
    await close()
    return document
  } finally {
    unsubscribe('fastify.initialization', register)
  }
}
