import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import { imageEnvironment, startProgram } from '@night-routine/servers'
import { fillTenYears } from './ten-years.ts'

/** A household with ten years of nights, and web processes on its database. */
export interface TenYearsHousehold {
  db: Database
  /** The cookie of a signed-in parent. */
  cookie: string
  /** The last thirty, newest first. */
  months: string[]
  /** Starts a web process, and waits until it is ready. */
  startWeb: () => Promise<RunningServer>
  /** Starts a bare page of that size. */
  startBare: (bytes: number) => Promise<RunningServer>
  end: () => Promise<void>
}

/** A process that serves pages. */
export interface RunningServer {
  address: string
  pid: number
}

/** @param compiled whether web runs as in its image, from `dist`, or from its sources */
export async function tenYears({ profile = false, compiled = false }): Promise<TenYearsHousehold> {
  const running = new AsyncDisposableStack()
  const email = 'alex@example.com'
  const secretKey = randomBytes(32).toString('base64')
  const { db, url } = await testDatabase({ teardown: end => running.defer(end) })
  const now = Temporal.Now.instant()
  const cookie = await fillTenYears(db, { secretKeys: [secretKey], email, now })
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: url,
    SECRET_KEYS: secretKey,
    ALLOWED_EMAILS: email,
    GOOGLE_CLIENT_ID: 'bench',
    GOOGLE_CLIENT_SECRET: 'bench',
    // As in its image.
    ...(compiled && imageEnvironment),
  }
  const month = now.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth()

  async function run(program: string, args: string[], env: NodeJS.ProcessEnv) {
    const started = await startProgram(new URL(program, import.meta.url), {
      args,
      env: { ...process.env, ...env },
      flags: profile ? ['--cpu-prof'] : [],
    })
    running.defer(() => started.stop())
    return { address: `http://127.0.0.1:${started.port}`, pid: started.pid }
  }

  return {
    db,
    cookie,
    months: Array.from({ length: 30 }, (_, back) => String(month.subtract({ months: back }))),
    async startWeb() {
      const web = await run(compiled ? '../dist/main.js' : '../src/main.ts', [], settings)
      while (!(await fetch(`${web.address}/readyz`)).ok) await sleep(100)
      return web
    },
    startBare: bytes =>
      run('./bare.ts', [String(bytes)], {
        DATABASE_URL: url,
        ...(compiled && imageEnvironment),
      }),
    end: () => running.disposeAsync(),
  }
}
