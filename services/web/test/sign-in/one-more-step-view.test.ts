import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { oneMoreStepView } from '../../src/sign-in/one-more-step-view.ts'

t.test('the way back leads to the consent page that a box was missed on', async t => {
  for (const [intent, again] of [
    ['connect', '/auth'],
    ['sign-in', '/auth'],
    ['reconnect', '/auth?intent=reconnect'],
    ['replace', '/auth?intent=replace'],
  ] as const) {
    const view = oneMoreStepView({ missing: ['events'], intent, wording: wordingFor('en') })
    t.match(view, { again, status: 400, title: 'One more step' })
  }
})
