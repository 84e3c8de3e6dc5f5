import { ask, eventsOf, reasonOf } from '../calendar-api.ts'
import type { Check } from './check.ts'
import { night } from './check.ts'

/** Refusals. */
export const errorChecks: readonly Check[] = [
  {
    says: 'an unknown access token: 401 authError, and where it was wrong',
    run: async (t, provider) => {
      const answer = await eventsOf({ ...provider, accessToken: 'ya29.invalid' }).list()
      t.equal(answer.status, 401)
      t.match(answer.body.error, {
        code: 401,
        errors: [{ reason: 'authError', location: 'Authorization', locationType: 'header' }],
      })
      t.match(answer.headers.get('www-authenticate'), /^Bearer realm=/)
    },
  },
  {
    says: 'an unknown refresh token: 400 invalid_grant',
    run: async (t, provider) => {
      const response = await fetch(provider.tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: provider.clientId,
          client_secret: provider.clientSecret,
          grant_type: 'refresh_token',
          refresh_token: '1//0nobody',
        }),
      })
      t.equal(response.status, 400)
      t.match(await response.json(), { error: 'invalid_grant', error_description: String })
    },
  },
  {
    says: 'a calendar that can only be read: 403 for a write',
    run: async (t, provider) => {
      const path = `/calendars/${encodeURIComponent(provider.readOnlyCalendarId)}/events`
      t.equal((await ask(provider, path, { query: { maxResults: '1' } })).status, 200)
      const answer = await ask(provider, path, { method: 'POST', body: night })
      t.equal(answer.status, 403)
      t.ok(['requiredAccessLevel', 'forbidden'].includes(reasonOf(answer) ?? ''))
    },
  },
  {
    says: 'an unknown calendar: 404 notFound',
    run: async (t, provider) => {
      const answer = await ask(provider, '/calendars/does.not.exist@example.com/events')
      t.equal(answer.status, 404)
      t.equal(reasonOf(answer), 'notFound')
    },
  },
]
