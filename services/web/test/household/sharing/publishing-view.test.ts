import type { JobStatus } from '@night-routine/database/jobs'
import { wordingFor } from '@night-routine/wording'
import { nothingPublished } from '@night-routine/testing/database'
import t from 'tap'
import {
  publishingView,
  type PublishingFacts,
} from '../../../src/household/sharing/publishing-view.ts'
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
const failed = { ...asked, lastError: { code: 'publishFailure.away', facts: {} } }
const there = {
  ...nothingPublished,
  site: { id: 's', host: 'h', slug: 'our-nights' },
  address: 'https://pages.example.org/s/our-nights/',
  publishedAt: now.subtract({ minutes: 5 }),
}
const off: PublishingFacts = {
  publish: false,
  publication: nothingPublished,
  job: undefined,
  now,
  wording: wordingFor('en'),
}
const on = { ...off, publish: true, publication: there, job: done }

t.test('shows the status as sentences', async t => {
  const taking = { ...there, removalRequestedAt: now }
  for (const [facts, text, trouble, takeDown] of [
    [off, /^Nothing is published/, false, false],
    [{ ...on, publication: nothingPublished, job: asked }, /first time/, false, false],
    [on, /^Published and up to date, checked 5 minutes ago/, false, false],
    [{ ...on, job: asked }, /being updated/, false, false],
    [{ ...off, publication: there, job: done }, /stay readable/, false, true],
    [{ ...off, publication: taking, job: asked }, /being taken down/, false, false],
    [{ ...on, job: failed }, /publish host.*doesn’t touch/, true, false],
    [{ ...off, publication: there, job: failed }, /./, false, true],
  ] as const) {
    const { lines, ...view } = publishingView(facts)
    t.match(lines.join(' '), text)
    t.match(view, { trouble, takeDown, address: facts.publication.address })
  }
})
