import * as errors from '@night-routine/vault-api'
import t from 'tap'
import { failureOf as classify, PublishFailure, reasonOf } from '../src/failure.ts'

const failureOf = (error: unknown) => classify(error, 1)

const temporary = { temporary: true }

t.test('classifies every failure', async t => {
  for (const [error, reason] of [
    [new errors.WrongCredentials('x'), 'wrong-password'],
    [new errors.MfaRequired('x'), 'second-factor'],
    [new errors.MfaInvalid('x'), 'second-factor'],
    [new errors.Refused('x', { code: 'SECOND_FACTOR_LOST' }), 'second-factor'],
    [new errors.AccountFull('x'), 'account-full'],
    [new errors.QuotaExceeded('x'), 'full'],
    [new errors.TooLarge('x'), 'full'],
    [new errors.NotFound('x'), 'site-gone'],
    [new errors.SlugTaken('x'), 'slug-taken'],
    [new errors.HostNotAllowed('x'), 'host-not-allowed'],
    [new errors.NotAsPublished('x'), 'changed-meanwhile'],
    [new errors.UnexpectedAnswer('x'), 'away'],
    [new errors.NotSignedIn('x'), 'away'],
    [new errors.Unavailable('x', temporary), 'away'],
    [new errors.Unreachable('x', temporary), 'away'],
    [new errors.TimedOut('x', temporary), 'away'],
    [new errors.RateLimited('x', temporary), 'away'],
    [new errors.Refused('x'), 'refused'],
    [new PublishFailure('not-set-up'), 'not-set-up'],
    [new Error('x'), null],
  ] as const)
    t.equal(reasonOf(error), reason, error.name)
})

t.test(
  'retries transient failures with back-off or as asked; others once an hour, or when asked',
  async t => {
    const away = failureOf(new errors.Unreachable('secret detail', temporary))
    t.same(away, { code: 'publishFailure.away', facts: {} })
    t.match(failureOf(new errors.RateLimited('x', { ...temporary, retryAfterMs: 90_000 })), {
      retryAfterSeconds: 90,
    })
    const hostile = { ...temporary, retryAfterMs: 1e12 }
    t.match(failureOf(new errors.RateLimited('x', hostile)), { retryAfterSeconds: 3600 })
    t.same(failureOf(new errors.WrongCredentials('x')), {
      code: 'publishFailure.wrong-password',
      facts: {},
      pauseSeconds: 3600,
    })
    t.same(failureOf(new Error('x')), { code: 'status.failed', facts: {} })
  },
)
