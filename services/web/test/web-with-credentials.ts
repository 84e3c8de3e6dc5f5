import { setTimeout as sleep } from 'node:timers/promises'
import { connect, parseSecretKeys } from '@night-routine/database/connection'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import { createLogger, loadConfig } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { configSchema } from '../src/config.ts'
import { setUpCode } from '../src/plugins/set-up-code.ts'
import { buildService } from '../src/service.ts'

export { setUpCode }
export const publicUrl = 'http://localhost:8080'
export const secretKey = 'ab'.repeat(32)
export const keys = parseSecretKeys([secretKey])

/** A password that the rules accept. */
export const goodPassword = 'seven herons over the weir'

/** A test on a busy machine is answered late, and not refused. */
const limits = { handlerTimeoutMs: 0, pressure: { maxEventLoopDelayMs: 0, sampleMs: 3_000 } }

/** Web whose people have accounts of its own; its calendars are those of a server that is not there. */
export async function webWithCredentials(
  t: Pick<Test, 'teardown'>,
  more: Record<string, string> = {},
  logger = createLogger({ name: 'web', level: 'fatal' }),
) {
  const { url } = await testDatabase(t)
  const start = Temporal.Now.instant()
  let ahead = Temporal.Duration.from({ seconds: 0 })
  // It stands still, so that a slow machine does not use up a code's half minute.
  const clock = { now: () => start.add(ahead) }
  const build = async (
    settings: Record<string, string> = {},
    off: Temporal.DurationLike = { seconds: 0 },
  ) => {
    const config = loadConfig(configSchema, {
      DATABASE_URL: addressAs('web', url),
      SECRET_KEYS: secretKey,
      PUBLIC_URL: publicUrl,
      CALENDAR: 'caldav',
      CALDAV_URL: 'http://127.0.0.1:9/',
      CALDAV_USERNAME: 'parents',
      CALDAV_PASSWORD: 'nothing',
      SIGN_IN: 'accounts',
      ...more,
      ...settings,
    })
    const own = { now: () => clock.now().add(off) }
    const service = await buildService({ config, logger, clock: own, limits, hasSetUpPage: true })
    t.teardown(() => service.close())
    await service.ready()
    while ((await service.inject('/readyz')).statusCode !== 200) await sleep(10)
    return service
  }
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  return {
    service: await build(),
    /** Another copy of web on the same database, perhaps with other settings, or a clock that is off. */
    build,
    db,
    start,
    /** The time of every copy. */
    now: () => clock.now(),
    /** Moves the clock of every copy. */
    advance: (by: Temporal.DurationLike) => {
      ahead = ahead.add(by)
    },
  }
}

export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

type Form = Record<string, string>

/** A browser that keeps cookies by their paths. */
export interface Browser {
  cookies: Map<string, { name: string; value: string; path: string }>
  send(url: string, form?: Form): Promise<Answer>
  /** Follows redirects to the first page. */
  follow(url: string, form?: Form): Promise<{ answer: Answer; at: string }>
  /** Posts a form, and confirms that it is really this person: by default with the good password. */
  act(url: string, form?: Form, answer?: Form): Promise<Answer>
  /** The form of the page where `path` leads, sent with these fields. */
  enter(path: string, fields: Form): Promise<{ answer: Answer; at: string }>
}

/** A browser that keeps cookies by their paths, and follows redirects when asked. */
export function browserOf(
  service: Pick<FastifyInstance, 'inject'>,
  { from = '203.0.113.7' } = {},
): Browser {
  const cookies: Browser['cookies'] = new Map()
  const send = async (url: string, form?: Form): Promise<Answer> => {
    const { pathname, search } = new URL(url, publicUrl)
    const fitting = [...cookies.values()].filter(({ path }) => pathname.startsWith(path))
    const answer = await service.inject({
      url: pathname + search,
      remoteAddress: from,
      headers: {
        cookie: fitting.map(({ name, value }) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { method: 'POST', payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value, maxAge, expires, path = '/' } of answer.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() < Date.now())
      if (isGone) cookies.delete(`${name} ${path}`)
      else cookies.set(`${name} ${path}`, { name, value, path })
    }
    // "See other": the page of a secret that the form has made.
    return answer.statusCode === 303 ? send(answer.headers.location ?? '') : answer
  }
  const follow = async (url: string, form?: Form) => {
    let answer = await send(url, form)
    let at = url
    for (let hops = 0; hops < 10 && answer.headers.location !== undefined; hops += 1) {
      at = answer.headers.location
      answer = await send(at)
    }
    return { answer, at: new URL(at, publicUrl).pathname }
  }
  return {
    cookies,
    send,
    follow,
    act: async (url, form = {}, answer = { password: goodPassword }) => {
      const asked = await send(url, form)
      const confirmation = confirmationIn(asked.body)
      return confirmation === undefined ? asked : send(url, { confirmation, ...answer })
    },
    enter: async (path, fields) => {
      const { answer } = await follow(path)
      const action = actionIn(answer.body)
      return follow(action, fields)
    },
  }
}

/** What the page that asks whether it is really this person has to be answered with. */
export function confirmationIn(html: string): string | undefined {
  return /name="confirmation" value="([\w-]+)"/.exec(html)?.[1]
}

/** Where the form of a sign-in page is sent. */
export function actionIn(html: string): string {
  const [, action] =
    /<form method="post" action="(\/(?:identity|invitations)\/[^"]+)"/.exec(html) ?? []
  if (action === undefined)
    throw new Error(`No form of a sign-in in: ${html.slice(html.indexOf('<main'))}`)
  return action
}

/** Makes the first account, and signs it in. */
export async function firstPerson(
  browser: Browser,
  email = 'alex@example.com',
  password = goodPassword,
): ReturnType<Browser['enter']> {
  return browser.enter('/auth', { set_up_code: setUpCode(keys), email, password })
}
