import t from 'tap'
import { push, pushContact } from '../../../src/channels/push/push-channel.ts'

const at = (PUBLIC_URL: string, MAIL_FROM?: string) => ({
  PUBLIC_URL,
  CHANNEL_NETWORKS: [],
  ...(MAIL_FROM !== undefined && { MAIL_FROM }),
})

t.test('push services get a contact that they accept', async t => {
  for (const [url, from, subject] of [
    ['https://nights.example.org', 'alex@example.com', 'https://nights.example.org'],
    ['https://nas.local', 'alex@example.com', 'mailto:alex@example.com'],
    ['https://nights.internal:8443', 'alex@example.com', 'mailto:alex@example.com'],
    ['https://nas', 'alex@example.com', 'mailto:alex@example.com'],
    ['https://192.168.1.5', 'alex@example.com', 'mailto:alex@example.com'],
    ['http://localhost:8080', 'alex@example.com', 'mailto:alex@example.com'],
  ] as const) {
    t.same(pushContact(at(url, from)), { subject, isPublic: true }, url)
    t.same(await push.examine?.(at(url, from), []), [])
  }
})

t.test('the doctor says what to set where no contact is public', async t => {
  for (const from of [undefined, 'nights@nas.local'])
    t.match(await push.examine?.(at('https://nas.local', from), []), [
      { state: 'notice', text: /Apple/, fix: /^Set MAIL_FROM/ },
    ])
  t.same(await push.examine?.(at('http://localhost:8080'), []), [], 'no phone opens this address')
})
