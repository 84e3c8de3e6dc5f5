import t from 'tap'
import { createLogger } from '../src/index.ts'
import { collectLines } from './log-lines.ts'

function open(level = 'trace') {
  const log = collectLines()
  return { ...log, logger: createLogger({ name: 'web', level, destination: log.destination }) }
}

t.test('a line is JSON with name, level, time, details and message', async t => {
  const { logger, lines } = open()
  logger.warn({ night: '2026-11-20' }, 'a night is open')
  t.match(lines(), [{ name: 'web', level: 'warn', night: '2026-11-20', msg: 'a night is open' }])
  t.match(lines()[0]?.['time'], /^\d{4}-\d\d-\d\dT.*Z$/)
})

t.test('hides values under names of secrets, at any depth', async t => {
  const { logger, text } = open()
  const names = [
    'authorization',
    'Cookie',
    'set-cookie',
    'token',
    'tokens',
    'access_token',
    'refreshToken',
  ]
  for (const name of [...names, 'code', 'state', 'secret', 'client_secret', 'password', 'nonce']) {
    logger.info({ [name]: 'planted' }, 'top')
    logger.info({ request: { headers: [{ [name]: ['planted'] }] } }, 'deep')
  }
  t.notMatch(text(), 'planted')
  t.match(text(), '[redacted]')
})

t.test('masks secrets in texts', async t => {
  const { logger, text, lines } = open()
  logger.info('alex.smith+tag@example.com signed in')
  logger.info({ person: 'robin@example.com' }, 'details')
  logger.child({ who: 'kim@example.com' }).info('a child')
  logger.error({ err: new Error('no route to postgres://app:hunter2@db/x') }, 'away')
  logger.info({ url: '/oauth/callback?code=planted&state=planted&scope=openid' }, 'called back')
  logger.info('sent Bearer planted.token-1')
  const link = 'planted_'.repeat(6).slice(0, 43)
  logger.info({ path: `/feed/${link}/calendar.ics` }, 'request')
  logger.warn(`nothing at http://localhost/share/${link}?month=2026-11`)
  logger.warn({ req: { method: 'GET', url: `/%73hare/${link.slice(0, 26)}` } }, 'refused')
  logger.error({ err: new Error(`no page ${link}`) }, 'failed')
  logger.warn('at services/web/src/routes/feed/feed-calendar.ts:12')
  const ids = { requestId: 'd8b0e3a4-5c1f-4a43-9c58-0d6f5c0f7f11', hash: 'ab'.repeat(32) }
  logger.info(ids, 'an id')
  t.notMatch(text(), /smith|robin|kim@|hunter2|planted/)
  t.match(text(), 'a***@example.com')
  t.match(text(), 'postgres://***@db/x')
  t.match(text(), 'code=***&state=***&scope=openid')
  t.match(text(), '/feed/***/calendar.ics')
  t.match(text(), '/share/***?month=2026-11')
  t.match(text(), 'routes/feed/feed-calendar.ts:12')
  t.match(lines().at(-1), ids, 'ids and digests stay')
})

t.test('an error keeps its code and cause, and loses other properties', async t => {
  const { logger, lines, text } = open()
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const error = Object.assign(new Error('away', { cause }), {
    code: 'EAWAY',
    config: { headers: { Authorization: 'planted' } },
  })
  logger.error({ err: new AggregateError([error], 'both failed') }, 'failed')
  t.match(lines()[0]?.['err'], {
    type: 'AggregateError',
    message: 'both failed',
    errors: [{ message: 'away', code: 'EAWAY', cause: { code: 'ECONNREFUSED' } }],
  })
  t.notMatch(text(), 'planted')
})

t.test('accepts thrown values that are not errors, and circular details', async t => {
  const { logger, lines } = open()
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  logger.error({ err: 'just words', circle }, 'odd')
  t.match(lines(), [{ err: 'just words', msg: 'odd' }])
})

t.test('logs nothing below its level', async t => {
  const { logger, lines } = open('warn')
  logger.info('quiet')
  t.same(lines(), [])
})

t.test('cuts long texts, and masks them before', async t => {
  const { logger, lines, text } = open()
  const link = 'Pl4nted-Tok_n'.repeat(4).slice(0, 43)
  const long = `${'a '.repeat(1_990)} ${link} ${'b '.repeat(50_000)}`
  logger.info({ path: long, list: [{ deep: long }] }, 'long')
  logger.error({ err: new Error(long, { cause: new Error(long) }) }, 'failed')
  t.ok(lines().every(line => JSON.stringify(line).length < 30_000))
  t.match(lines()[0]?.['path'], /^a a .*…$/)
  t.notMatch(text(), 'Pl4n')
  logger.warn({ req: { method: 'GET', url: `/${'a.'.repeat(7_500)}` } }, 'refused')
  t.ok(JSON.stringify(lines().at(-1)).length < 1_000, 'paths are shorter still')
})
