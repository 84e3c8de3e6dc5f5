import { ConfigurationError, loadConfig } from '@night-routine/service'
import t from 'tap'
import { configSchema } from '../src/config.ts'

const complete = {
  DATABASE_URL: 'postgres://web@localhost/night_routine',
  SECRET_KEYS: Buffer.alloc(32, 1).toString('base64'),
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
}

t.test('four settings are enough to try it', async t => {
  t.match(loadConfig(configSchema, complete), {
    PUBLIC_URL: 'http://localhost:8080',
    ALLOWED_EMAILS: [],
    PARENT_A: undefined,
    LOOK_AHEAD_DAYS: 42,
  })
})

t.test('in production unsafe settings prevent the start, with every reason', async t => {
  try {
    loadConfig(configSchema, {
      ...complete,
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://nights.example.org',
      GOOGLE_API_ROOT_URL: 'http://localhost:8081',
    })
    t.fail('it started')
  } catch (error) {
    t.ok(error instanceof ConfigurationError)
    t.match(String(error), /PUBLIC_URL[^]*ALLOWED_EMAILS[^]*GOOGLE_API_ROOT_URL/)
  }
})

t.test('with accounts of the installation, production needs no list and no Google', async t => {
  const config = loadConfig(configSchema, {
    DATABASE_URL: complete.DATABASE_URL,
    SECRET_KEYS: complete.SECRET_KEYS,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://nights.example.org',
    SIGN_IN: 'accounts',
    CALENDAR: 'caldav',
    CALDAV_URL: 'https://dav.example.org/',
    CALDAV_USERNAME: 'parents',
    CALDAV_PASSWORD: 'secret',
  })
  t.match(config, { ALLOWED_EMAILS: [], SIGN_IN: 'accounts' })
})
