import t from 'tap'
import { chooseBackend } from '../../src/index.ts'
import { outages } from './outages.ts'
import { suite } from './suite.ts'

const backend = chooseBackend(process.env['REDIS_URL'])

suite(t, backend)
outages(t, backend)
