import type { JobStatus } from '@night-routine/database/jobs'
import { wordingFor, type MessageKey } from '@night-routine/wording'
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
  wording: wordingFor('en'),
}
const on = { ...off, publish: true, publication: there, job: done }

t.test('shows the status as sentences', async t => {
  const taking = { ...there, removalRequestedAt: now }
  const rows: [Partial<PublishingFacts>, RegExp, Partial<ReturnType<typeof publishingView>>][] = [
    [off, /^Nothing is published/, { address: null, takeDown: false }],
    [{ ...on, publication: nothingPublished, job: asked }, /first time/, { takeDown: false }],
    [on, /^Published and up to date, checked 5 minutes ago/, { address, takeDown: false }],
    [{ ...on, job: asked }, /being updated/, { address }],
    [{ ...off, publication: there, job: done }, /stay readable/, { address, takeDown: true }],
    [{ ...off, publication: taking, job: asked }, /being taken down/, { takeDown: false }],
  ]
  for (const [facts, text, rest] of rows) {
    const view = publishingView({ ...off, ...facts })
    t.match(view.lines.join(' '), text)
    t.match(view, { ...rest, trouble: false })
  }
})

const publishFailures = [
  'publishFailure.not-set-up',
  'publishFailure.away',
  'publishFailure.wrong-password',
  'publishFailure.second-factor',
  'publishFailure.full',
  'publishFailure.site-gone',
  'publishFailure.slug-taken',
  'publishFailure.host-not-allowed',
  'publishFailure.password-refused',
  'publishFailure.password-lost',
  'publishFailure.changed-meanwhile',
  'publishFailure.refused',
] as const satisfies MessageKey[]

t.test('every failure is translated and says that the plan is untouched', async t => {
  for (const code of publishFailures) {
    const facts = { ...on, job: { ...asked, lastError: { code, facts: {} } } }
    const english = wordingFor('en').say(code)
    t.match(publishingView(facts), { trouble: true, lines: [english, /doesn’t touch/] })
    const [french] = publishingView({ ...facts, wording: wordingFor('fr') }).lines
    t.equal(french, wordingFor('fr').say(code))
    t.not(french, english)
  }
})

t.test('a failure does not count after publishing is switched off', async t => {
  const job = { ...asked, lastError: { code: 'publishFailure.away', facts: {} } }
  t.equal(publishingView({ ...off, publication: there, job }).trouble, false)
})
