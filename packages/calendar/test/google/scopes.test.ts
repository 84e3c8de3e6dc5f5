import { missingScopes, requiredScopes } from '@night-routine/calendar'
import t from 'tap'

const events = 'https://www.googleapis.com/auth/calendar.events'
const list = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'

t.test('asks for no more scopes than needed', async t => {
  t.same(requiredScopes, ['openid', 'email', events, list])
})

t.test('names the scopes that were not granted', async t => {
  t.same(missingScopes(requiredScopes), [])
  t.same(missingScopes([list, 'openid', events, 'email', 'profile']), [])
  t.same(missingScopes(['openid', 'email', list]), [events])
  t.same(missingScopes(['openid', 'email']), [events, list])
  t.same(missingScopes([]), requiredScopes)
})

t.test('accepts the long name of the email scope', async t => {
  const granted = ['openid', 'https://www.googleapis.com/auth/userinfo.email', events, list]
  t.same(missingScopes(granted), [])
})
