import t from 'tap'
import { greetingOf } from '../../../src/channels/email/email.ts'

t.test('greets mail servers with the host of PUBLIC_URL', async t => {
  for (const [url, greeting] of [
    ['https://routine.example.org', 'routine.example.org'],
    ['https://routine.exämple.org:8443', 'routine.xn--exmple-cua.org'],
    ['http://192.168.1.5:8080', '[192.168.1.5]'],
    ['http://[2001:db8::1]:8080', '[IPv6:2001:db8::1]'],
    ['http://localhost:8080', undefined],
    ['http://nas', undefined],
  ] as const)
    t.equal(greetingOf(url), greeting, url)
})
