import t from 'tap'
import { missingPermissions, requiredScopes } from '../../src/google/oauth.ts'

const events = 'https://www.googleapis.com/auth/calendar.events'
const list = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'

t.test('asks for no more scopes than needed', async t => {
  t.same(requiredScopes, ['openid', 'email', events, list])
})

t.test('names the permissions that were not granted', async t => {
  t.same(missingPermissions(requiredScopes), [])
  t.same(missingPermissions([list, 'openid', events, 'email', 'profile']), [])
  t.same(missingPermissions(['openid', 'email', list]), ['events'])
  t.same(missingPermissions(['openid', 'email']), ['events', 'calendarList'])
  t.same(missingPermissions([]), ['openid', 'email', 'events', 'calendarList'])
})
