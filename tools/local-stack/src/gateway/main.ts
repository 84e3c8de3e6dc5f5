import { startService } from '@night-routine/service'
import { buildService } from './service.ts'
import { configSchema } from './config.ts'

await startService({ name: 'gateway', configSchema, buildService, env: process.env })
