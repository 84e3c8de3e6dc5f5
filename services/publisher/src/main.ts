import { startService } from '@night-routine/service'
import { configSchema } from './config.ts'
import { buildService } from './service.ts'

await startService({ name: 'publisher', configSchema, buildService, env: process.env })
