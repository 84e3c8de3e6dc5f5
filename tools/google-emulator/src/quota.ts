import { GoogleError } from './google-error.ts'
import type { Provider } from './state/provider.ts'

const windowMs = 60_000

/**
 * Counts the units of a call, where a test has set a quota for each minute and user. A PATCH takes three
 * units, every other call one (https://developers.google.com/workspace/calendar/api/v3/reference/events/patch).
 *
 * @throws GoogleError 403 `userRateLimitExceeded`
 */
export function spendQuota({ switches }: Provider, email: string, method: string): void {
  const { quota } = switches
  if (quota === null) return
  const now = performance.now()
  quota.spent = quota.spent.filter(({ at }) => at > now - windowMs)
  const units = method === 'PATCH' ? 3 : 1
  const used = quota.spent.filter(one => one.email === email)
  if (used.reduce((sum, one) => sum + one.units, units) > quota.unitsPerMinute) {
    throw new GoogleError(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded', {
      domain: 'usageLimits',
    })
  }
  quota.spent.push({ email, at: now, units })
}
