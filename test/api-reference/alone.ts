import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type swagger from '@fastify/swagger'
import { createLogger, loadConfig, systemClock } from '@night-routine/service'
import type { ApiDocument } from './document.ts'

/** The part of a service that concerns its routes. */
export interface Service {
  register: (plugin: typeof swagger, options: object) => unknown
  ready: () => PromiseLike<unknown>
  close: () => PromiseLike<unknown>
  swagger: () => ApiDocument
  inject: (request: object) => PromiseLike<{ statusCode: number; body: string }>
}

/** Builds a service without its servers. It starts before they do, and waits for them. */
export async function buildAlone(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'night-routine-alone-'))
  const { configSchema } = (await import(resolve(`services/${name}/src/config.ts`))) as {
    configSchema: Parameters<typeof loadConfig>[0]
  }
  const { buildService } = (await import(resolve(`services/${name}/src/service.ts`))) as {
    buildService: (given: object) => Promise<Service>
  }
  const config = loadConfig(configSchema, {
    DATABASE_URL: 'postgres://absent@127.0.0.1:1/absent',
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
