import type { ApiDocument, JsonSchema, Operation } from './document.ts'

/** The words that stand before the endpoints of each service. */
const introductions: Record<string, string> = {
  web: `At \`PUBLIC_URL\`. A session is the cookie \`session\`, which signing in gives. A request that changes
something is refused with 403 when a browser sends it for another site; callers that are no browser need no
token of a form.

Whoever asks \`/api\`, or accepts JSON and not HTML, gets an error as \`{ "error": words, "field"?: name }\`;
others get a page. 400: something in the request is wrong. 401: no session. 403: not allowed. 404: not
there. 409: somebody else was first. 502: the provider is away. 503: wait, and ask again.`,
  'webhook-ingest': `At \`PUBLIC_URL\`, below \`/api/webhook\`. There is no session: the token of the channel is the proof. 400:
a header is missing, empty or twice. 403: not from a channel of ours. 503: send it again.`,
  vault: `Every path is served at every address of this host. The token is a field of the body, or a header of an
upload; a call without it is answered with \`NOT_SIGNED_IN\`. Of the addresses below, docker compose leads only
\`/s/\` and \`/-/\` to this host from outside. A refusal below \`/user\` and \`/vault\` has the status 200 and \`{ error, msg, code }\`; elsewhere it has
a status of its own and \`{ error, code, message, msg }\`. [Its README](../services/vault/README.md) lists the codes.`,
}

/** docs/api.md: every endpoint of the documents, JSON in full, pages and forms as a table. */
export function apiPage(documents: ReadonlyMap<string, ApiDocument>): string {
  const parts = [...documents].map(([name, document]) => servicePart(name, document))
  return `# API

Written from the schemas of the routes, by which requests are checked; a test fails when it is out of date. The
same as OpenAPI 3.1: ${[...documents.keys()].map(name => `[${name}](openapi/${name}.json)`).join(', ')}.
Changes are told in the [changelog](../CHANGELOG.md). \`scheduler-worker\` and \`publisher\` serve nobody: they have
\`/healthz\` and \`/readyz\` alone.

${parts.join('\n\n')}
`
}

interface Endpoint extends Operation {
  request: string
}

function servicePart(name: string, { paths }: ApiDocument): string {
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => ({
      request: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  )
  const [forPrograms, forPeople] = [true, false].map(wanted =>
    endpoints.filter(endpoint => isForPrograms(endpoint) === wanted),
  )
  return [
    `## ${name}`,
    introductions[name] ?? '',
    ...(forPrograms ?? []).map(endpointPart),
    ...(forPeople?.length ? ['### Pages, forms and files', table(forPeople)] : []),
  ].join('\n\n')
}

function isForPrograms({ request, responses }: Endpoint): boolean {
  if (/ \/(?:healthz|readyz)$/.test(request)) return false
  const { content } = responses['200'] ?? {}
  return responses['4XX'] !== undefined || content?.['application/json'] !== undefined
}

function endpointPart(endpoint: Endpoint): string {
  const parameters = (endpoint.parameters ?? []).map(({ in: place, name, required, ...more }) =>
    row([
      `\`${name}\``,
      place,
      more.description ?? typeOf(more.schema) + (required ? '' : ', may be left out'),
    ]),
  )
  const [bodyType, body] = Object.entries(endpoint.requestBody?.content ?? {})[0] ?? []
  const fields = [...parameters, ...fieldsOf(body?.schema).map(row)]
  const success = endpoint.responses['200']?.content?.['application/json']?.schema
  const answer = success?.anyOf?.[0] ?? success
  return [
    `### ${endpoint.request}`,
    [endpoint.summary, sessionWords(endpoint)].filter(Boolean).join(' '),
    ...(bodyType && body?.schema?.type !== 'object' ? [`The body is \`${bodyType}\`.`] : []),
    ...(fields.length > 0 ? [grid(['Takes', 'In', 'Is'], fields)] : []),
    ...(answer ? [answerPart(answer)] : []),
  ].join('\n\n')
}

function answerPart(schema: JsonSchema): string {
  const rows = fieldsOf(schema).map(([name, , is]) => row([name, is]))
  return rows.length > 0 ? grid(['Answers', 'Is'], rows) : 'Answers with an object.'
}

function fieldsOf(schema: JsonSchema | undefined, before = ''): [string, string, string][] {
  return Object.entries(schema?.properties ?? {}).flatMap(
    ([name, field]): [string, string, string][] => {
      const path = before + name
      const optional = schema?.required?.includes(name) ? '' : ', may be left out'
      const inner =
        field.type === 'array' ? fieldsOf(field.items, `${path}[].`) : fieldsOf(field, `${path}.`)
      return [[`\`${path}\``, 'body', typeOf(field) + optional], ...inner]
    },
  )
}

/** A type in words, with its limits. */
function typeOf(schema: JsonSchema): string {
  const { anyOf, type, items } = schema
  if (schema.const === '' || schema.enum?.[0] === '') return 'empty'
  if (typeof schema.const === 'string') return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map(value => `\`${String(value)}\``).join(' or ')
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`
  return [type ?? 'anything', limitsOf(schema)].filter(Boolean).join(', ')
}

function limitsOf({ minLength, maxLength, minimum, maximum }: JsonSchema): string {
  if (maxLength !== undefined) return `${minLength ?? 0} to ${maxLength} characters`
  if (maximum !== undefined) return `${minimum ?? 0} to ${maximum}`
  return minimum === undefined ? '' : `from ${minimum}`
}

function sessionWords({ security }: Operation): string {
  return security ? 'Needs a session.' : ''
}

function table(endpoints: Endpoint[]): string {
  const rows = endpoints.map(endpoint => {
    const parameters = (endpoint.parameters ?? []).map(({ name }) => `\`${name}\``)
    const body = Object.values(endpoint.requestBody?.content ?? {})[0]?.schema
    const fields = Object.keys(body?.properties ?? {}).map(name => `\`${name}\``)
    const { responses, request, summary = '' } = endpoint
    const gives = responses['302']
      ? 'a redirect'
      : `\`${Object.keys(responses['200']?.content ?? {})[0]}\``
    return row([
      request,
      endpoint.security ? 'yes' : '',
      [...parameters, ...fields].join(', ') || (body ? 'a form' : ''),
      gives,
      summary,
    ])
  })
  return grid(['Request', 'Session', 'Takes', 'Gives', 'What'], rows)
}

function grid(heads: string[], rows: string[]): string {
  return [row(heads), row(heads.map(() => '---')), ...rows].join('\n')
}

function row(cells: string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
