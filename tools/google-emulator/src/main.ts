import { startService } from '@night-routine/service'
import { configSchema } from './config.ts'
import { buildService } from './service.ts'

await startService({ name: 'google-emulator', configSchema, buildService, env: process.env })
