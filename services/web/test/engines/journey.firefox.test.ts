import t from 'tap'
import { engines } from './engines.ts'
import { journey } from './journey.ts'

t.test('a journey in Firefox', t => journey(t, engines.firefox))
