const text = { type: 'string' }
const address = { type: 'string', format: 'uri' }

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text,
})

const message = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { const: 'night-routine.message' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it was sent.' },
    data: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'kind', 'title', 'text', 'language', 'url'],
      properties: {
        id: { ...text, description: 'The same for every attempt.' },
        kind: {
          enum: [
            'account',
            'ask',
            'ask-answer',
            'changes',
            'joined',
            'recovery',
            'reminder',
            'test',
          ],
        },
        title: { ...text, description: 'The message in one line.' },
        text: { ...text, description: 'The whole message; it may repeat the title.' },
        language: { ...text, description: 'The language of title and text, such as en.' },
        url: { ...address, description: 'The page to open.' },
        answer_url: {
          ...address,
          description:
            'Only for an ask: a POST of the form field `answer`, `accept` or `decline`, answers it; a GET shows both.',
        },
        turn_off_url: { ...address, description: 'A POST there turns this webhook off.' },
      },
    },
  },
}

/** The requests that Night Routine sends to an address of a person, as `webhooks` of OpenAPI 3.1. */
export const webhooks = {
  'night-routine.message': {
    post: {
      summary: 'A message to a person',
      parameters: [
        header('webhook-id', 'The same for every attempt.'),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
        header(
          'webhook-signature',
          '`v1,` and the HMAC-SHA256 of id, timestamp and body with a dot between, in base64.',
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: message } } },
      responses: {
        '2XX': { description: 'It arrived.' },
        '410': { description: 'Turns this webhook off.' },
        '4XX': {
          description:
            'It is not sent again. After 408, 425 and 429 it is, when `retry-after` says.',
        },
        '5XX': { description: 'It is sent again, for two days.' },
      },
    },
  },
}

/** The part of docs/api.md about them. A test runs its program. */
export const webhookPart = `## Webhook

Night Routine sends a person's messages to the address on their page You: a POST of JSON, signed as
[Standard Webhooks](https://www.standardwebhooks.com). Without one of its libraries:

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a message is from Night Routine. \`body\` is the text as it arrived, before it is parsed. */
function isGenuine(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest('base64')
  const [expected, given] = [\`v1,\${signed}\`, String(signature)].map(text => Buffer.from(text))
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= 300
  return isRecent && expected.length === given.length && timingSafeEqual(expected, given)
}
\`\`\`

Answer within ten seconds: 2xx if it arrived, 410 to turn the webhook off. After 408, 425, 429, 5xx or no answer it is retried
for two days, with the same \`webhook-id\`; other answers end it, redirects too.`
