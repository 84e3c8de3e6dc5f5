import type { JobStatus } from '@night-routine/database'
import { publishFailureReasons } from '@night-routine/household'
import { wording } from '@night-routine/wording'
import { nothingPublished } from '@night-routine/database/testing'
import t from 'tap'
import {
  publishingView,
  type PublishingFacts,
} from '../../../src/routes/settings/publishing-view.ts'
import { now } from '../../demo-household.ts'

const done: JobStatus = {
  kind: 'publish',
  requestNumber: 4n,
  doneNumber: 4n,
  attempts: 0,
  lastError: null,
  nextAttemptAt: null,
  doneAt: now,
  running: false,
}
const asked = { ...done, requestNumber: 5n }
const address = 'https://pages.example.org/s/our-nights/'
const there = {
  ...nothingPublished,
  site: { id: 's', host: 'h', slug: 'our-nights' },
  address,
  publishedAt: now.subtract({ minutes: 5 }),
}
const off: PublishingFacts = {
  publish: false,
  publication: nothingPublished,
  job: undefined,
  now,
  words: wording('en'),
}
const on = { ...off, publish: true, publication: there, job: done }

t.test('shows the status in words', async t => {
  const taking = { ...there, removalRequestedAt: now }
  const rows: [Partial<PublishingFacts>, RegExp, Partial<ReturnType<typeof publishingView>>][] = [
    [off, /^Nothing is published/, { address: null, takeDown: false }],
    [{ ...on, publication: nothingPublished, job: asked }, /first time/, { takeDown: false }],
    [on, /^Published and up to date, checked 5 minutes ago/, { address, takeDown: false }],
    [{ ...on, job: asked }, /being updated/, { address }],
    [{ ...off, publication: there, job: done }, /stay readable/, { address, takeDown: true }],
    [{ ...off, publication: taking, job: asked }, /being taken down/, { takeDown: false }],
  ]
  for (const [facts, words, rest] of rows) {
    const view = publishingView({ ...off, ...facts })
    t.match(view.lines.join(' '), words)
    t.match(view, { ...rest, trouble: false })
  }
})

t.test('every failure is translated and says that the plan is untouched', async t => {
  for (const reason of publishFailureReasons) {
    const lastError = wording('en').say(`publishFailure.${reason}`)
    const facts = { ...on, job: { ...asked, lastError } }
    t.match(publishingView(facts), { trouble: true, lines: [lastError, /doesn’t touch/] })
    const [french] = publishingView({ ...facts, words: wording('fr') }).lines
    t.equal(french, wording('fr').say(`publishFailure.${reason}`))
    t.not(french, lastError)
  }
})

t.test('a failure does not count after publishing is switched off', async t => {
  const job = { ...asked, lastError: 'We can’t reach the publish host. We’ll retry.' }
  t.equal(publishingView({ ...off, publication: there, job }).trouble, false)
})
