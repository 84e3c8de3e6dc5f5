import t from 'tap'
import { engines } from './engines.ts'
import { journey } from './journey.ts'

t.test('a journey in WebKit', t => journey(t, engines.webkit))
