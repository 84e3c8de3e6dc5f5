import t from 'tap'
import { checkScreens } from './check-screens.ts'

t.test('every screen, at every width, light and dark', async t => checkScreens(t, 'en'))
