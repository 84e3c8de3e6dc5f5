import t from 'tap'
import { checkScreens } from './check-screens.ts'

t.test('every screen in French: longer words, the same places', async t => checkScreens(t, 'fr'))
