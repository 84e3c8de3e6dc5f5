import t from 'tap'
import { chooseBackend } from '../../src/index.ts'
import { watching } from './watching.ts'

watching(t, chooseBackend({ databaseUrl: process.env['DATABASE_URL'] ?? '' }))
