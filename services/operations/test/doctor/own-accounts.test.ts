import { bindMember } from '@night-routine/database/people'
import { addressAs, addressOf } from '@night-routine/testing/database'
import t from 'tap'
import {
  browserOf,
  firstPerson,
  webWithCredentials,
} from '../../../web/test/web-with-credentials.ts'
import { diagnose } from '../../src/doctor/diagnose.ts'

t.test('the doctor looks at the accounts of the installation', async t => {
  const { db, build } = await webWithCredentials(t)
  const environment = {
    DATABASE_URL: addressAs('scheduler-worker', await addressOf(db)),
    SECRET_KEYS: 'ab'.repeat(32),
    CALENDAR: 'caldav',
    CALDAV_URL: 'http://127.0.0.1:9/',
    CALDAV_USERNAME: 'parents',
    CALDAV_PASSWORD: 'nothing',
    SIGN_IN: 'accounts',
    PUBLIC_URL: 'http://localhost:8080',
  }
  const findings = async () =>
    (await diagnose(environment))
      .map(({ state, text, fix }) => `${state} ${text} ${fix ?? ''}`)
      .join('\n')
  const before = await findings()
  t.match(before, /notice No one has an account here yet\. .*set-up code in the log of web/)
  t.notMatch(before, /OIDC|identity provider|OpenID/, 'nothing of a provider elsewhere')

  await firstPerson(browserOf(await build()))
  t.match(await findings(), 'ok 1 person has an account here.')
  await bindMember(db, 'robin@example.com', 'https://id.example.com 1')
  t.match(await findings(), 'notice 1 person has an account here, and 1 of the household has none.')
})
