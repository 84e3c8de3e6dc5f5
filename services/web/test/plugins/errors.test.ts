import { CalendarError, SignInError, type SignInErrorReason } from '@night-routine/calendar'
import { HouseholdBusyError, PoolFullError } from '@night-routine/database/connection'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { errorView, translateError } from '../../src/plugins/errors.ts'
import { routeService } from '../route-service.ts'
import { providers } from '../providers.ts'

t.test('each external failure has one response', async t => {
  t.match(translateError(new CalendarError('timeout')), { status: 502, message: /too long/ })
  t.match(translateError(new SignInError('denied')), { status: 400, message: /agree/ })
  t.match(translateError(new SignInError('unavailable')), { status: 502, message: /respond/ })
  t.match(translateError(new HouseholdBusyError()), {
    status: 503,
    headers: { 'retry-after': '5' },
  })
  t.equal(translateError(new Error('a mistake of ours')), undefined)
})

t.test('a sign-in that fails says what to do, or who can do something', async t => {
  const sentences: Record<SignInErrorReason, [status: number, sentence: string]> = {
    denied: [400, 'Google says you didn’t agree. Start again, and allow everything it asks for.'],
    'no-address': [
      400,
      'Google didn’t tell us your e-mail address. Add one to your account there, then start again.',
    ],
    mismatch: [400, 'This sign-in was started in another browser, or too long ago. Start again.'],
    refused: [
      400,
      'Google didn’t accept this sign-in; it may have been used already. Start again.',
    ],
    unproven: [400, 'Google’s answer couldn’t be verified. Start again.'],
    unavailable: [502, 'Google isn’t responding. Try again in a moment.'],
    'client-refused': [
      502,
      'Google doesn’t know this installation. The person who runs it can find out why with the command “doctor”.',
    ],
    'wrong-issuer': [
      502,
      'We can’t find Google at the address in this installation’s settings. The person who runs it can find out why with the command “doctor”.',
    ],
    algorithm: [
      502,
      'Google signs its answers in a way that can’t be checked here. The person who runs it can choose RS256 or ES256 for Night Routine.',
    ],
  }
  for (const [reason, [status, sentence]] of Object.entries(sentences)) {
    const service = await routeService(t, null)
    service.get('/oauth/callback', async () => {
      throw new SignInError(reason as SignInErrorReason)
    })
    const answer = await service.inject('/oauth/callback')
    t.equal(answer.statusCode, status, reason)
    t.match(answer.body, `<p>${sentence}</p>`, reason)
    t.match(answer.body, 'href="/auth"', 'and how to start again')
  }
})

const coded = (code: string) => Object.assign(new Error('of the driver'), { code })

t.test('busy, full and unreachable are three sentences, each with a time to retry', async t => {
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

const offered = (status: number, url: string) =>
  errorView({ status, text: 'x' }, { id: '1', url }, wordingFor('en')).signIn

t.test('offers to sign in where that helps', async t => {
  t.ok(offered(401, '/calendars'))
  t.ok(offered(400, '/oauth/callback?code=1'))
  t.ok(offered(502, '/auth'))
  t.notOk(offered(404, '/nowhere'))
  t.notOk(offered(400, '/?next=/auth'))
})

t.test('a page says what happened, without internals', async t => {
  const service = await routeService(t, null)
  service.get('/broken', async () => {
    throw new Error('select * from secrets')
  })
  const { statusCode, headers, body } = await service.inject('/broken')
  t.equal(statusCode, 500)
  t.match(headers['content-type'], 'text/html')
  t.match(body, '<h1>Error</h1><p>Something went wrong on our side.')
  t.match(body, '<title>Error 500 · Night Routine</title>')
  t.match(body, `Request ${String(headers['x-request-id'])}`)
  t.notMatch(body, /select|secrets|at .*\.ts/)
})

t.test('a malformed path gives a 400 page', async t => {
  const service = await routeService(t, null)
  const address = await service.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${address}/%zz`)
  t.equal(answer.status, 400)
  t.match(await answer.text(), '<h1>Error</h1><p>')
})

const shown = (status: number, url: string, method = 'GET') =>
  errorView({ status, text: 'x' }, { id: '1', url, method }, wordingFor('en', providers))

t.test('every status has a way out and advice', async t => {
  for (const [status, url, method, expected] of [
    [400, '/?month=x', 'GET', { advice: /Nothing was changed/, retry: null, signIn: false }],
    [401, '/history', 'GET', { advice: null, retry: null, signIn: true }],
    [403, '/sync', 'POST', { advice: null, signIn: false }],
    [404, '/nowhere', 'GET', { advice: /mistyped/, retry: null }],
    [500, '/history?before=7', 'GET', { advice: /request number/, retry: '/history?before=7' }],
    [503, '/', 'GET', { advice: null, retry: '/' }],
    [503, '/sync', 'POST', { retry: null }],
    [503, '//example.com/', 'GET', { retry: null }],
    [503, '/\\example.com/', 'GET', { retry: null }],
    [502, '/oauth/callback?code=1', 'GET', { retry: null, signIn: true }],
  ] as const)
    t.match(shown(status, url, method), expected, `${status} ${method} ${url}`)
})

t.test('a foreign address is shown as text, never as a link', async t => {
  const service = await routeService(t, null)
  service.get('/broken', async () => {
    throw new Error('no')
  })
  const { body } = await service.inject('/broken?x="><script>')
  t.notMatch(body, '<script>')
})

t.test('programs get JSON, people get the page', async t => {
  const service = await routeService(t, null)
  const as = async (url: string, accept: string) =>
    (await service.inject({ url, headers: { accept } })).headers['content-type']
  t.match(await as('/nowhere', 'application/json'), 'application/json')
  t.match(await as('/api/nowhere', 'text/html'), 'application/json')
  t.match(await as('/nowhere', 'text/html,application/xhtml+xml'), 'text/html')
  t.match(await as('/nowhere', '*/*'), 'text/html')
})
