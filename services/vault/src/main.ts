import { startService } from '@night-routine/service'
import { configSchema } from './config.ts'
import { buildService } from './service.ts'

await startService({ name: 'vault', configSchema, buildService, env: process.env })
