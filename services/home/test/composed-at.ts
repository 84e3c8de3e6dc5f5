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
import { Browser } from '@night-routine/servers/browser'
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

/** A person with a browser, who has signed in. */
export async function visitorOf({ url, control }: Pick<Composed, 'url' | 'control'>) {
  const browser = new Browser({ url, control })
  await browser.signIn('alex@example.com')
  return {
    ask: (path: string, request?: RequestInit) => browser.send(path, request),
    form: (path: string, fields: Record<string, string>) => browser.post(path, fields),
    confirmed: (path: string, fields: Record<string, string>) => browser.confirmed(path, fields),
    cookie: () => [...browser.cookies].map(pair => pair.join('=')).join('; '),
  }
}
