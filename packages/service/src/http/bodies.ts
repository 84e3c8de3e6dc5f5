import { parse as parseForm } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStorable } from '../outside-text.ts'
import { failure } from './errors.ts'

/** The door for text over HTTP: bodies must be UTF-8, and no body or query may have what PostgreSQL refuses. */
export function readBodies(service: FastifyInstance): void {
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(service))
  service.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => formIn(body),
  )
  // Last, so that a route can ask who calls first.
  service.addHook('onRoute', route => {
    route.preValidation = [route.preValidation ?? [], refuseOddText].flat()
  })
}

/** Parses a body as JSON in UTF-8. */
export function jsonParser(service: FastifyInstance) {
  const parse = service.getDefaultJsonParser('error', 'error')
  return (
    request: FastifyRequest,
    body: Buffer,
    done: (error: Error | null, value?: unknown) => void,
  ) => parse(request, decoded(body), done)
}

/** Takes bodies of every media type, also malformed ones; the caller adds the parser of `*`. */
export function takeAnyMediaType(service: FastifyInstance): void {
  service.removeAllContentTypeParsers()
  service.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type']
  })
}

/** The fields of a form; a repeated one is a list. @throws HttpError unless all of it is UTF-8 */
function formIn(body: Buffer): NodeJS.Dict<string | string[]> {
  let isValid = true
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      isValid = false
      return ''
    }
  }
  const fields = parseForm(decoded(body), '&', '=', { decodeURIComponent: decode, maxKeys: 0 })
  if (!isValid) throw failure('not-utf8')
  return fields
}

// A byte order mark stays; the JSON parser knows it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch (cause) {
    throw failure('not-utf8', { cause })
  }
}

async function refuseOddText({ body, query, routeOptions }: FastifyRequest): Promise<void> {
  if (routeOptions.config.anyText) return
  // A list instead of recursion, because JSON may be 30,000 levels deep. The field is that of the first level.
  const open: [field: string | undefined, value: unknown][] = [
    [undefined, body],
    [undefined, query],
  ]
  for (const [field, value] of open) {
    if (typeof value === 'string' && !isStorable(value)) throw failure('odd-text', { field })
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) throw failure('odd-text', { field })
      open.push([field ?? name, inner])
    }
  }
}
