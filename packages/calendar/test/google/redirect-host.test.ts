import { refusedRedirectHost } from '../../src/google/oauth.ts'
import t from 'tap'

t.test('knows which addresses Google’s console accepts', async t => {
  for (const taken of [
    'https://routine.example.org',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])
    t.equal(refusedRedirectHost(taken), null, taken)
  for (const [refused, why] of [
    ['https://192.168.1.20', /IP address/],
    ['https://[2001:db8::1]:8443', /IP address/],
    ['http://routine.localhost', /\.localhost/],
    ['http://routine.example.org', /plain http/],
  ] as const)
    t.match(refusedRedirectHost(refused), why, refused)
})
