import type { ApiDocument, JsonSchema, Operation } from './document.ts'

/** The introduction of each service. */
const introductions: Record<string, string> = {
  web: `Served at \`PUBLIC_URL\`. Signing in sets the session cookie \`session\`. A POST that a browser sends from another
site is refused with 403; other clients need no CSRF token.

Requests to \`/api\`, and requests that accept JSON but not HTML, get errors as \`{ "error": text, "field"?: name }\`;
others get a page.

| Status | Means                                      |
| ------ | ------------------------------------------ |
| 400    | the request is invalid                     |
| 401    | sign in first                              |
| 403    | not allowed                                |
| 404    | not found                                  |
| 409    | conflict: another change came first        |
| 502    | the calendar provider cannot be reached    |
| 503    | not ready or overloaded; retry later       |`,
  'webhook-ingest': `Served at \`PUBLIC_URL\`, below \`/api/webhook\`. The channel's token authenticates a notification; there is no
session. 400: a header is missing, empty or repeated. 403: not one of our channels. 503: send it again.`,
  vault: `Every path is served at every address of this host. The token is a field of the body, or a header of an
upload; without it the answer is \`NOT_SIGNED_IN\`. With Docker Compose, only \`/s/\` and \`/-/\` can be reached from
outside. Errors below \`/user\` and \`/vault\` have status 200 and \`{ error, msg, code }\`; all others have an error
status and \`{ error, code, message, msg }\`. [The vault](vault.md#errors) lists the codes.`,
}

/** docs/api.md: JSON endpoints in full, pages and forms as a table. */
export function apiPage(documents: ReadonlyMap<string, ApiDocument>): string {
  const parts = [...documents].map(([name, document]) => servicePart(name, document))
  return `# API

Generated from the schemas that validate requests; a test fails when this page is out of date. The same as OpenAPI
3.1: ${[...documents.keys()].map(name => `[${name}](openapi/${name}.json)`).join(', ')}.
The [changelog](../CHANGELOG.md) lists changes. \`scheduler-worker\` and \`publisher\` only have \`/healthz\` and
\`/readyz\`.

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
      more.description ?? typeOf(more.schema) + (required ? '' : ', optional'),
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
    ...(fields.length > 0 ? [grid(['Parameter', 'In', 'Type'], fields)] : []),
    ...(answer ? [answerPart(answer)] : []),
  ].join('\n\n')
}

function answerPart(schema: JsonSchema): string {
  const rows = fieldsOf(schema).map(([name, , is]) => row([name, is]))
  return rows.length > 0 ? grid(['Response', 'Type'], rows) : 'Returns an object.'
}

function fieldsOf(schema: JsonSchema | undefined, before = ''): [string, string, string][] {
  return Object.entries(schema?.properties ?? {}).flatMap(
    ([name, field]): [string, string, string][] => {
      const path = before + name
      const optional = schema?.required?.includes(name) ? '' : ', optional'
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
  return grid(['Request', 'Session', 'Parameters', 'Returns', 'What it does'], rows)
}

function grid(heads: string[], rows: string[]): string {
  return [row(heads), row(heads.map(() => '---')), ...rows].join('\n')
}

function row(cells: string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
