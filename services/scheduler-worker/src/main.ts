import { startService } from '@night-routine/service'
import { configSchema } from './config.ts'
import { buildService } from './service.ts'

await startService({ name: 'scheduler-worker', configSchema, buildService, env: process.env })
