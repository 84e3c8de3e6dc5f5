import { isDatabaseAway } from '@night-routine/database'
import t from 'tap'

const coded = (code: string) => Object.assign(new Error('trouble'), { code })

t.test('a database that is unreachable, starting, stopping or full is away', async t => {
  for (const code of [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    '57P01',
    '57P03',
    '08006',
    '53300',
    '25006',
  ])
    t.ok(isDatabaseAway(coded(code)), code)
  for (const words of [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])
    t.ok(isDatabaseAway(new Error(words)), words)
  t.ok(isDatabaseAway(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })))
})

t.test('a mistake of ours is not', async t => {
  for (const error of [coded('42P01'), coded('23505'), coded('57014'), new Error('x'), null, 'x'])
    t.notOk(isDatabaseAway(error))
})
