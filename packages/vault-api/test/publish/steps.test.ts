import * as fc from 'fast-check'
import t from 'tap'
import {
  isOurs,
  notAsWanted,
  publishSteps,
  removesTooMuch,
  settled,
  uploadsOf,
  withIntent,
  type Manifest,
} from '../../src/publish/publish.ts'
import type { PublishedFile } from '../../src/index.ts'

const file = (path: string, hash: string): PublishedFile => ({ path, hash, size: 1 })
const paths = (files: readonly PublishedFile[]) => files.map(({ path }) => path)

t.test('decides for each file by what is wanted, what is there and who uploaded it', async t => {
  const steps = publishSteps({
    wanted: [file('new', '1'), file('same', '1'), file('mine', '2'), file('theirs', '2')],
    remote: [
      file('same', '1'),
      file('mine', '1'),
      file('theirs', '1'),
      file('old', '1'),
      file('old-but-replaced', '9'),
      file('foreign', '1'),
    ],
    manifest: new Map([
      ['mine', ['1']],
      ['old', ['1']],
      ['old-but-replaced', ['1']],
      ['gone-already', ['1']],
    ]),
  })
  t.strictSame(
    Object.entries(steps).map(([step, files]: [string, PublishedFile[]]) => [step, paths(files)]),
    [
      ['add', ['new']],
      ['change', ['mine']],
      ['replace', ['theirs']],
      ['remove', ['old']],
      ['keep', ['foreign', 'old-but-replaced']],
      ['unchanged', ['same']],
    ],
  )
})

const siteOf = (count: number) => Array.from({ length: count }, (_, i) => file(`f${i}`, '1'))

t.test('refuses too many removals, which suggest a wrong folder', async t => {
  const manifest: Manifest = new Map(siteOf(100).map(({ path }) => [path, ['1']]))
  const removing = (there: number, wanted: number) =>
    removesTooMuch(publishSteps({ wanted: siteOf(wanted), remote: siteOf(there), manifest }))
  t.notOk(removing(0, 0))
  t.notOk(removing(100, 100))
  t.ok(removing(1, 0), 'everything')
  t.notOk(removing(11, 1), 'ten')
  t.ok(removing(12, 1), 'eleven of twelve')
  t.notOk(removing(100, 50), 'half')
  t.ok(removing(100, 49))
})

const name = fc.constantFrom('a', 'b', 'c', 'd/e', 'd/f', 'ü')
const hash = fc.constantFrom('1', '2', '3')
const listing = fc
  .uniqueArray(fc.record({ path: name, hash }), { selector: ({ path }) => path })
  .map(files => files.map(({ path, hash: digest }) => file(path, digest)))
const manifests = fc.array(fc.tuple(name, fc.array(hash))).map(pairs => new Map(pairs))

const situation = fc.record({
  wanted: listing,
  remote: listing,
  manifest: manifests,
  removeOthers: fc.boolean(),
})

/** The site after the first so many of the steps. */
function carriedOut(
  remote: readonly PublishedFile[],
  steps: ReturnType<typeof publishSteps>,
  count = Infinity,
) {
  const site = new Map(remote.map(entry => [entry.path, entry]))
  const works = [
    ...uploadsOf(steps).map(entry => () => site.set(entry.path, entry)),
    ...steps.remove.map(entry => () => site.delete(entry.path)),
  ]
  for (const work of works.slice(0, count)) work()
  return [...site.values()]
}

const flat = (files: readonly PublishedFile[]) =>
  files.map(entry => `${entry.path} ${entry.hash}`).toSorted()

t.test('leaves the site with what is wanted and what others uploaded, by few steps', async t => {
  fc.assert(
    fc.property(situation, given => {
      const steps = publishSteps(given)
      const after = carriedOut(given.remote, steps)
      t.strictSame(notAsWanted(steps, after), [])
      t.strictSame(flat(after), flat([...given.wanted, ...steps.keep]))
      const again = publishSteps({ ...given, remote: after })
      const there = new Map(given.remote.map(entry => [entry.path, entry.hash]))
      const listed = Object.values(steps).flatMap((files: PublishedFile[]) => paths(files))
      const all = new Set([...given.wanted, ...given.remote].map(({ path }) => path))
      const cautious = publishSteps({ ...given, removeOthers: false })
      return (
        uploadsOf(again).length === 0 &&
        again.unchanged.length === given.wanted.length &&
        uploadsOf(steps).every(entry => there.get(entry.path) !== entry.hash) &&
        listed.length === new Set(listed).size &&
        listed.length === all.size &&
        cautious.remove.every(entry => isOurs(given.manifest, entry))
      )
    }),
  )
})

t.test('after a kill the next run completes, and removes nothing of others', async t => {
  fc.assert(
    fc.property(situation, fc.nat(12), listing, (before, count, wantedThen) => {
      const given = { ...before, removeOthers: false }
      const steps = publishSteps(given)
      const intent = withIntent(given.manifest, uploadsOf(steps))
      const halfway = carriedOut(given.remote, steps, count)
      const then = publishSteps({ wanted: wantedThen, remote: halfway, manifest: intent })
      // Whatever this run uploaded is known as ours, whatever it did not put there is not.
      const foreign = given.remote.filter(entry => !isOurs(given.manifest, entry))
      const untouched = foreign.filter(entry => halfway.includes(entry))
      const uploaded = halfway.filter(entry => uploadsOf(steps).includes(entry))
      t.ok(uploaded.every(entry => isOurs(intent, entry)))
      const intended = new Set(uploadsOf(steps).map(entry => `${entry.path} ${entry.hash}`))
      return then.remove.every(
        entry => !untouched.includes(entry) || intended.has(`${entry.path} ${entry.hash}`),
      )
    }),
  )
})

t.test('a settled manifest has exactly our files that are there', async () => {
  fc.assert(
    fc.property(manifests, listing, (manifest, remote) => {
      const kept = settled(manifest, remote)
      return (
        remote.every(entry => isOurs(kept, entry) === isOurs(manifest, entry)) &&
        [...kept.keys()].every(path => paths(remote).includes(path))
      )
    }),
  )
})
