import { format } from 'oxfmt'
import formatting from '../oxfmt.config.ts'
import { languageNames, withoutTranslation } from '../packages/wording/test/message-types.ts'
import type { SettingDescription } from '@night-routine/service'
import { describeService, type ApiDocument, type JsonSchema } from './api-document.ts'
import { curlOf, inPlaceOf } from './api-programs.ts'
import { settingsByService } from './settings.ts'
import { webhookPart, webhooks } from './webhook-document.ts'

/** The services with an API; the others only have health checks. */
const introductions = {
  web: `Served at \`PUBLIC_URL\`. Signing in sets the session cookie \`session\`, on https \`__Host-session\`. A POST that a
browser sends from another site gets 403; other clients need no CSRF token. A form that needs a confirmation gets 403 with
the page for it.

**Access tokens.** A person makes one on the page You, under Programs; a program sends it as \`Authorization: Bearer nr_…\`.
It is good for everything below \`/api\`, and the history names its person. Missing, wrong or revoked: 401. A change with a
token that may only read: 403; also one of the published site with a session. More than 120 requests a minute: 429 with
\`Retry-After\`; the \`RateLimit-…\` headers count them.

**Errors** below \`/api\` are problem details (RFC 9457), \`{ type, title, status, detail, field? }\`: \`detail\` is a
sentence, \`field\` what is wrong in the request. The two \`assignment-…\` endpoints, and other addresses for requests that
accept JSON but not HTML, answer \`{ "error": text, "field"?: name }\`; others get a page.

400: invalid request. 401: not signed in. 403: not allowed. 404: not found. 409: another change came first. 502: the calendar
provider cannot be reached. 503: not ready or overloaded; retry later.

**Changes** plan the nights again, and reach the calendar soon after. \`change\` is for an undo; \`changed_nights\` have
someone else now. A repeated absence, DELETE, swap or undo changes nothing.

The examples need curl 7.82 or newer, and ids such as \`$NIGHT\` from other answers:

\`\`\`sh
URL=https://nights.example.org
TOKEN=nr_the-token-from-the-page-You
\`\`\``,
  'webhook-ingest': `Served at \`PUBLIC_URL\`, below \`/api/webhook\`. The calendar provider sends its notifications there, with the
headers \`channel-id\`, \`channel-token\`, \`resource-id\`, \`resource-state\`, \`resource-uri\` and \`message-number\`, each
with the prefix \`x-goog-\` or \`WEBHOOK_HEADER_PREFIX\`. The channel's token authenticates; the body is ignored.
400: a header is missing, empty or repeated. 403: not one of our channels. 503: send it again.`,
  vault: `Every path is served at every address of this host. The token is the field \`token\` of each body but a sign-in's; without it the
answer is \`NOT_SIGNED_IN\`. An upload has the file's content as its body, and the headers \`token\`, \`id\`, \`path\`
(URL-encoded) and \`hash\` (SHA-256 in hex), each with the prefix \`pub-\` or \`VAULT_HEADER_PREFIX\`. With Docker
Compose, only \`/s/\`, \`/-/\` and \`/robots.txt\` can be reached from outside. [The errors](vault.md#errors).`,
}

/** The generated pages, by path. */
export async function generatedDocs(): Promise<Map<string, string>> {
  const pages = new Map([
    ['docs/configuration.md', await configurationPage()],
    ['docs/languages.md', languagesPage()],
  ])
  const parts = [
    `# API

Generated from the schemas. \`?\` marks what is optional, and ranges include \`to\`. [OpenAPI](openapi) 3.1 has the types, the
[changelog](../CHANGELOG.md) what changed. \`scheduler-worker\` and \`publisher\` only have \`/healthz\` and \`/readyz\`.`,
  ]
  for (const [name, introduction] of Object.entries(introductions)) {
    const document = await describeService(name)
    pages.set(`docs/openapi/${name}.json`, JSON.stringify(document))
    parts.push(`## ${name}\n\n${introduction}\n\n${requestsOf(document, name)}`)
  }
  parts.push(`${webhookPart}\n\n${fieldsOfWebhook()}`)
  pages.set('docs/api.md', parts.join('\n\n'))
  const { ignorePatterns: _, ...options } = formatting
  for (const [path, text] of pages) {
    const { code, errors } = await format(path, text, options)
    if (errors.length > 0) throw new Error(`${path}: ${errors.map(one => one.message).join(', ')}`)
    pages.set(path, code)
  }
  return pages
}

/** A part for each JSON endpoint, and a list of the other requests, by what programs use instead. */
function requestsOf({ paths }: ApiDocument, name: string): string {
  const isWeb = name === 'web'
  const others: ReturnType<typeof listed> = []
  const parts = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { parameters = [], requestBody, responses, security, summary } = operation
      const request = `${method.toUpperCase()} ${path}`
      const body = Object.values(requestBody?.content ?? {}).flatMap(fieldsOf)
      const inQuery = parameters.filter(one => one.in === 'query').map(nameOf)
      // The introduction of the vault has the token.
      const takes = [...inQuery, ...body].filter(one => isWeb || one !== '`token?`').join(', ')
      const { 200: good } = responses
      const answer = good && 'content' in good ? good.content?.['application/json'] : undefined
      if (answer === undefined) {
        others.push(...listed({ method, path, isWeb, security }))
        return []
      }
      const returns = fieldsOf(answer).join(', ') || 'an object'
      const needs = isOnlyForPeople(security) ? ' Needs a session.' : ''
      const fields = `${takes && `Takes ${takes}. `}Returns ${returns}.`
      const curl = isWeb ? curlOf(method.toUpperCase(), path) : undefined
      const example = curl === undefined ? '' : `\n\n    ${curl}`
      return [`### ${request}\n\n${summary ?? ''}${needs}\n\n${fields}${example}`]
    }),
  )
  const formsLast = others.toSorted((one, other) => Number(one.isForm) - Number(other.isForm))
  const lists = [...Map.groupBy(formsLast, one => one.group)].map(
    ([group, list]) => `- ${group}: ${list.map(one => one.text).join(', ')}`,
  )
  const head = isWeb
    ? '### Pages, files and forms\n\nOpenAPI has all fields. Forms (POST) that do what no endpoint does are listed by the reason.'
    : '### Pages and files'
  return [...parts, head, lists.join('\n')].join('\n\n')
}

interface Other {
  method: string
  path: string
  isWeb: boolean
  security: object[] | undefined
}

/** How a page, a file or a form is listed: not at all if an endpoint does the same. */
function listed({ method, path, isWeb, security }: Other) {
  const request = `${method.toUpperCase()} ${path}`
  const isForm = isWeb && method !== 'get'
  const access = `${method.toUpperCase()} ${security ? 'with' : 'without'} a session`
  const group = isForm ? reasonFor(request) : access
  if (group === undefined) return []
  const facts = [contractFields[request], isForm && !security && 'no session'].filter(Boolean)
  return [{ text: `\`${path}\`${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`, group, isForm }]
}

/** The fields of pages and forms that the product's contract names. */
const contractFields: Readonly<Record<string, string>> = {
  'GET /oauth/callback': '`code`, `state`',
  'POST /calendars/select': '`calendar_id`',
}

/**
 * Why programs have no endpoint that does what a form does; undefined if they have one.
 *
 * @throws Error for a form that is not among those that programs have, or must not have
 */
function reasonFor(request: string): string | undefined {
  const instead = inPlaceOf[request]
  if (instead === undefined) throw new Error(`test/api-programs.ts says nothing of ${request}`)
  return instead.startsWith('`') ? undefined : instead
}

function isOnlyForPeople(security: readonly object[] = []): boolean {
  return security.length === 1 && security.some(one => 'session' in one)
}

/** What a message has, with what each field is. */
function fieldsOfWebhook(): string {
  const { schema } = webhooks['night-routine.message'].post.requestBody.content['application/json']
  const { data, ...others } = schema.properties
  const fields: Record<string, { description?: string; enum?: string[]; const?: string }> = {
    ...others,
    ...Object.fromEntries(
      Object.entries(data.properties).map(([name, field]) => [`data.${name}`, field]),
    ),
  }
  const lines = Object.entries(fields).map(([name, field]) => {
    const means = field.description ?? field.enum?.join(', ') ?? field.const
    return `- \`${name}\`: ${means}`
  })
  return lines.join('\n')
}

function nameOf({ name, required }: { name: string; required?: boolean | undefined }): string {
  return `\`${name}${required ? '' : '?'}\``
}

function fieldsOf({ schema = {} }: { schema?: JsonSchema }): string[] {
  return Object.keys(schema.properties ?? {}).map(name =>
    nameOf({ name, required: schema.required?.includes(name) }),
  )
}

async function configurationPage(): Promise<string> {
  const all = await settingsByService()
  const known = new Map(all.flatMap(({ settings }) => settings.map(one => [one.name, one])))
  const groups = Map.groupBy(known.values(), ({ name, onlyWith }) => {
    const readers = all.filter(({ settings }) => settings.some(setting => setting.name === name))
    const services = readers.map(({ service }) => service).join(', ')
    return `${readers.length === all.length ? 'Every service' : services}${onlyWith ? `, with \`${onlyWith}\`` : ''}`
  })
  const parts = [...groups].map(
    ([readers, settings]) => `## ${readers}\n\n${settings.map(lineOf).join('\n')}`,
  )
  return `# Configuration

Settings are environment variables, which a service reads when it starts. A secret, marked \`[_FILE]\`, can be in a file
instead that \`NAME_FILE\` names. After \`=\` is the default. A service with invalid settings lists them and does not start.

The container at home (\`home\`) also takes the settings of the services that it runs. \`npm run docs\` writes this page.

${parts.join('\n\n')}

## Elsewhere

Parents change \`PARENT_A\`, \`PARENT_B\`, \`TIME_ZONE\` and \`LOOK_AHEAD_DAYS\` on the pages; these are initial values.

Others: \`BACKUP_EVERY_HOURS\` (24), \`BACKUP_KEEP_DAYS\` (14) and \`BACKUP_SECOND_FOLDER\` of [backups](recovery.md#back-up),
\`ACCEPT_LOST_KEY\` for [a lost key](recovery.md#a-key-is-lost), the addresses of [each role](upgrading.md#database-roles),
and Node's \`NODE_EXTRA_CA_CERTS\`.
`
}

function lineOf({ name, description, expects, required, secret, ...one }: SettingDescription) {
  const value = one.default === null ? '' : `=${one.default}`
  const facts = [required && 'required', shortly(expects)].filter(Boolean)
  const after = facts.length > 0 ? ` (${facts.join('; ')})` : ''
  return `- \`${name}${secret ? '[_FILE]' : ''}${value}\`: ${description.replace(/\.$/, '')}${after}`
}

/** What a setting takes, or nothing where its name, default and description show that. */
function shortly(expects: string): string {
  return expects
    .replace(/^a whole number from (\S+) to /, '$1–')
    .replace(/^the address of [^,]+, |^one of /, '')
    .replace(/^(?:a text|true or|an e-mail|an address such|a name|the name|the start)\b.*/, '')
    .replace(/, each an? (?:text|e-mail address)$/, '')
    .replace(/, each an? .* such as /, ', such as ')
}

function languagesPage(): string {
  const languages = Object.entries(languageNames()).map(([language, name]) => {
    const missing = withoutTranslation(language)
    return `- ${name} (\`${language}\`)${missing.length === 0 ? '' : `, all but ${missing.length} texts`}`
  })
  return `# Languages

Pages, messages, events in the calendar, feeds and published sites are in:

${languages.join('\n')}

Each person chooses one on the page You, and the household one for what it shares. Logs and commands are in English, and
so is a text without a translation. [How to add a language](../packages/wording/README.md#how-to-add-a-language).

Generated from \`packages/wording/languages\` (\`npm run docs\`).
`
}
