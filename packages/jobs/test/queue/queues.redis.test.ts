import t from 'tap'
import { chooseBackend } from '../../src/index.ts'
import { outages } from './outages.ts'
import { suite } from './suite.ts'

const backend = chooseBackend({ redisUrl: process.env['REDIS_URL'], databaseUrl: '' })

suite(t, backend)
outages(t, backend)
