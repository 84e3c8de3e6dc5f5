import { languages } from '@night-routine/wording'
import t from 'tap'
import { checkScreens } from './check-screens.ts'

for (const language of languages.filter(one => one !== 'en'))
  t.test(`every screen in ${language}: longer words, the same places`, async t =>
    checkScreens(t, language),
  )
