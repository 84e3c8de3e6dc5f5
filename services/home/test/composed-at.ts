import { clientSettings } from '@night-routine/google-emulator/client-settings'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mapRoles, type Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { migrateVault } from '@night-routine/database/vault'
import { startEmulator, type Control } from '@night-routine/google-emulator'
import { createGate, freePort, type Gate } from '@night-routine/servers'
import { sharedServer, systemClock, type Clock, type Environment } from '@night-routine/service'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import type { Test } from 'tap'
import { compose, type Composition, type HomeFacts } from '../src/composition.ts'

export const vaultPassword = 'a password of the publisher'

/** All services in this process, beside a calendar provider and a database that a test can cut off. */
export interface Composed {
  composition: Composition
  facts: HomeFacts
  /** The public address. */
  url: string
  control: Control
  gate: Gate
  /** The test's own connection. */
  db: Database
  lines: string[]
  /** Waits until all services are ready. */
  ready: () => Promise<void>
  /** Waits until all work that was asked for is done. */
  quiet: () => Promise<void>
}

/** What `compose` is given, and the parts that it stands beside. */
export async function factsFor(t: Test, settings: Environment = {}) {
  const { db, url } = await testDatabase(t, { name: 'home', fill: migrateVault })
  const gate = await createGate(url)
  t.teardown(() => gate.shut())
  const emulator = await startEmulator()
  t.teardown(() => emulator.close())
  const { origin, clientId, clientSecret, control } = emulator
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-home-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const facts: HomeFacts = {
    settings: {
      LOG_LEVEL: 'debug',
      PUBLIC_URL: publicUrl,
      WEBHOOK_URL: `${publicUrl}/api/webhook/calendar`,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      ...clientSettings(origin),
      ALLOWED_EMAILS: 'alex@example.com,robin@example.com',
      PARENT_A: 'Alex',
      PARENT_B: 'Robin',
      TIME_ZONE: 'Europe/Paris',
      SWEEP_SECONDS: '1',
      ...settings,
    },
    databaseUrls: mapRoles(role => addressAs(role, gate.url)),
    secretKeys: 'ab'.repeat(32),
    vaultPassword,
    vaultFolder: folder,
    vaultPort: await freePort(),
  }
  return { facts, publicUrl, db, gate, control }
}

/** Composes the services and listens; all of it ends with the test. */
export async function composedAt(
  t: Test,
  { settings, clock = systemClock }: { settings?: Environment; clock?: Clock } = {},
): Promise<Composed> {
  const { facts, publicUrl, ...parts } = await factsFor(t, settings)
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const composition = await compose(facts, { clock, destination })
  t.teardown(() => composition.close())
  const server = sharedServer((request, response) => composition.answer(request, response))
  t.teardown(() => void server.close())
  server.listen(Number(new URL(publicUrl).port), '127.0.0.1')
  await once(server, 'listening')
  const { db } = parts
  return {
    ...parts,
    composition,
    facts,
    url: publicUrl,
    lines,
    async ready() {
      while (!(await composition.health()).isReady) await sleep(20)
    },
    async quiet() {
      for (let quietSince = performance.now(); performance.now() - quietSince < 500;) {
        await sleep(20)
        const isOpen = (await readJobRequests(db)).some(
          ({ requestNumber, doneNumber, running }) => requestNumber !== doneNumber || running,
        )
        if (isOpen) quietSince = performance.now()
      }
    },
  }
}

/** A person with a browser, who has signed in and chosen the calendar. */
export async function visitorOf({ url, control }: Pick<Composed, 'url' | 'control'>) {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(pair => pair.join('=')).join('; ')
  const ask = async (path: string, request: RequestInit = {}) => {
    const headers = new Headers(request.headers)
    headers.set('cookie', cookie())
    const answer = await fetch(new URL(path, url), { ...request, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return answer
  }
  const form = (path: string, fields: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) })
  const enter = async (path: string) => {
    const asked = (await ask(path)).headers.get('location') ?? ''
    const back = new URL(await control.consent(asked, { email: 'alex@example.com' }))
    await ask(`${back.pathname}${back.search}`)
  }
  /** Sends a form that asks once more who is there, and signs in again for it. */
  const confirmed = async (path: string, fields: Record<string, string>) => {
    await form(path, fields)
    await enter('/auth?intent=confirm')
    const page = await (await ask('/confirm')).text()
    const [, confirmation = ''] = /name="confirmation" value="([^"]+)"/.exec(page) ?? []
    return form(path, { confirmation })
  }
  await enter('/auth')
  return { ask, form, confirmed, cookie }
}
