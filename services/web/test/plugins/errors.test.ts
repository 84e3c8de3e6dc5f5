import { CalendarError, SignInError, type SignInErrorReason } from '@night-routine/calendar'
import { HouseholdBusyError, PoolFullError } from '@night-routine/database/connection'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { errorView, translateError } from '../../src/plugins/errors.ts'
import { routeService } from '../route-service.ts'
import { providers } from '../providers.ts'

const coded = (code: string) => Object.assign(new Error('of the driver'), { code })

t.test('each external failure has one response', async t => {
  t.match(translateError(new CalendarError('timeout')), { status: 502, message: /too long/ })
  t.match(translateError(new SignInError('denied')), { status: 400, message: /agree/ })
  t.equal(translateError(new Error('a mistake of ours')), undefined)
  for (const [error, sentence] of [
    [new HouseholdBusyError(), 'Someone else is changing the plan'],
    [coded('55P03'), 'Someone else is changing the plan'],
    [coded('40P01'), 'Someone else is changing the plan'],
    [new PoolFullError(), 'Too much is happening here at once'],
    [coded('53300'), 'Too much is happening here at once'],
    [coded('ECONNREFUSED'), 'The database isn’t responding'],
    [coded('57P03'), 'The database isn’t responding'],
  ] as const) {
    const translated = translateError(error)
    t.match(translated, { status: 503, headers: { 'retry-after': '5' } }, sentence)
    t.match(translated?.message, sentence)
  }
})

t.test('a sign-in that fails says what to do, or who can do something', async t => {
  const [again, doctor] = [
    'Start again',
    'The person who runs it can find out why with the command “doctor”.',
  ]
  const sentences: Record<SignInErrorReason, [status: number, start: string, end: string]> = {
    denied: [400, 'Google says you didn’t agree. Start again, and', 'everything it asks for.'],
    'no-address': [400, 'Google didn’t tell us your e-mail address.', 'then start again.'],
    mismatch: [400, 'This sign-in was started in another browser, or too long ago.', `${again}.`],
    refused: [400, 'Google didn’t accept this sign-in; it may have been used', `${again}.`],
    unproven: [400, 'Google’s answer couldn’t be verified.', `${again}.`],
    unavailable: [502, 'Google isn’t responding.', 'Try again in a moment.'],
    'client-refused': [502, 'Google doesn’t know this installation.', doctor],
    'wrong-issuer': [502, 'We can’t find Google at the address in this', doctor],
    algorithm: [502, 'Google signs its answers in a way', 'RS256 or ES256 for Night Routine.'],
  }
  const service = await routeService(t, null)
  service.get<{ Querystring: { reason: SignInErrorReason } }>('/oauth/callback', async request => {
    throw new SignInError(request.query.reason)
  })
  for (const [reason, [status, start, end]] of Object.entries(sentences)) {
    const { statusCode, body } = await service.inject(`/oauth/callback?reason=${reason}`)
    t.equal(statusCode, status, reason)
    const [, sentence = ''] = /<h1>Error<\/h1><p>(.*?)<\/p>/.exec(body) ?? []
    t.ok(sentence.startsWith(start) && sentence.endsWith(end), sentence)
    t.match(body, 'href="/auth"', 'and how to start again')
  }
})

t.test('every status has a way out and advice', async t => {
  for (const [status, url, method, expected] of [
    [400, '/?month=x', 'GET', { advice: /Nothing was changed/, retry: null, signIn: false }],
    [401, '/history', 'GET', { advice: null, retry: null, signIn: true }],
    [403, '/sync', 'POST', { advice: null, signIn: false }],
    [404, '/nowhere', 'GET', { advice: /mistyped/, retry: null, signIn: false }],
    [400, '/?next=/auth', 'GET', { signIn: false }],
    [500, '/history?before=7', 'GET', { advice: /request number/, retry: '/history?before=7' }],
    [503, '/', 'GET', { advice: null, retry: '/' }],
    [503, '/sync', 'POST', { retry: null }],
    [503, '//example.com/', 'GET', { retry: null }],
    [503, '/\\example.com/', 'GET', { retry: null }],
    [502, '/oauth/callback?code=1', 'GET', { retry: null, signIn: true }],
  ] as const) {
    const view = errorView(
      { status, text: 'x' },
      { id: '1', url, method },
      wordingFor('en', providers),
    )
    t.match(view, expected, `${status} ${method} ${url}`)
  }
})

t.test('a page says what happened, without internals; programs get JSON', async t => {
  const service = await routeService(t, null)
  service.get('/broken', async () => {
    throw new Error('select * from secrets')
  })
  const { statusCode, headers, body } = await service.inject('/broken?x="><script>')
  t.equal(statusCode, 500)
  t.match(body, '<h1>Error</h1><p>Something went wrong on our side.')
  t.match(body, '<title>Error 500 · Night Routine</title>')
  t.match(body, `Request ${String(headers['x-request-id'])}`)
  t.notMatch(body, /select|secrets|at .*\.ts|<script>/)
  for (const [url, accept, type] of [
    ['/nowhere', 'application/json', 'application/json'],
    ['/api/nowhere', 'text/html', 'application/json'],
    ['/nowhere', 'text/html,application/xhtml+xml', 'text/html'],
    ['/nowhere', '*/*', 'text/html'],
  ] as const)
    t.match((await service.inject({ url, headers: { accept } })).headers['content-type'], type)
  const address = await service.listen({ host: '127.0.0.1', port: 0 })
  const malformed = await fetch(`${address}/%zz`)
  t.equal(malformed.status, 400)
  t.match(await malformed.text(), '<h1>Error</h1><p>')
})
