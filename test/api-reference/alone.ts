import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type swagger from '@fastify/swagger'
import { createLogger, loadConfig, systemClock } from '@night-routine/service'
import type { ApiDocument } from './document.ts'

/** A service that does not listen, as far as its routes are concerned. */
export interface Service {
  register: (plugin: typeof swagger, options: object) => unknown
  ready: () => PromiseLike<unknown>
  close: () => PromiseLike<unknown>
  swagger: () => ApiDocument
  inject: (request: object) => PromiseLike<{ statusCode: number; body: string }>
}

/** A service with nothing behind it: it opens before its servers do, and waits for them. */
export async function buildAlone(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'night-routine-alone-'))
  const { configSchema } = (await import(resolve(`services/${name}/src/config.ts`))) as {
    configSchema: Parameters<typeof loadConfig>[0]
  }
  const { buildService } = (await import(resolve(`services/${name}/src/service.ts`))) as {
    buildService: (given: object) => Promise<Service>
  }
  const config = loadConfig(configSchema, {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    SECRET_KEYS: '11'.repeat(32),
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    VAULT_FOLDER: folder,
  })
  const logger = createLogger({ name, level: 'silent' })
  const service = await buildService({ config, logger, clock: systemClock })
  const close = async () => {
    await service.close()
    rmSync(folder, { recursive: true })
  }
  return { service, close }
}
