import { connect } from '@night-routine/database/connection'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import { ownServerSettings } from '@night-routine/servers'
import { createLogger, loadConfig } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { configSchema } from '../src/config.ts'
import { buildService } from '../src/service.ts'

export const publicUrl = 'http://localhost:8080'
export const secretKey = 'ab'.repeat(32)

/** Web with a calendar server and an identity provider for this test. */
export async function webWithOwnServers(
  t: Test,
  [calendar, provider]: Parameters<typeof ownServerSettings>,
  more: Record<string, string> = {},
) {
  const { url } = await testDatabase(t)
  const config = loadConfig(configSchema, {
    DATABASE_URL: addressAs('web', url),
    SECRET_KEYS: secretKey,
    PUBLIC_URL: publicUrl,
    ALLOWED_EMAILS: 'alex@example.com,robin@example.com',
    ...ownServerSettings(calendar, provider),
    ...more,
  })
  const logger = createLogger({ name: 'web', level: 'fatal' })
  const clock = { now: () => Temporal.Now.instant() }
  const limits = { handlerTimeoutMs: 0 }
  const service = await buildService({ config, logger, clock, limits })
  t.teardown(() => service.close())
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  await service.ready()
  return { service, db }
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof buildService>>['inject']>>

/** Someone with a browser. */
interface Visitor {
  send: (url: string, form?: Record<string, string>) => Promise<Answer>
  signIn: (email: string, path?: string) => Promise<Answer>
}

/** A browser that keeps cookies, and goes through the provider's pages as `passPages` does. */
export function visitor(
  service: FastifyInstance,
  passPages: (start: string, name: string) => Promise<string>,
): Visitor {
  const cookies = new Map<string, string>()
  const send: Visitor['send'] = async (url, form) => {
    const answer = await service.inject({
      url,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { method: 'POST', payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    return answer
  }
  return {
    send,
    async signIn(email, path = '/auth') {
      const { headers } = await send(path)
      const back = new URL(await passPages(String(headers.location), email))
      return send(`${back.pathname}${back.search}`)
    },
  }
}
