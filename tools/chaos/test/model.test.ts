import t from 'tap'
import {
  accepted,
  ambiguous,
  candidatesOf,
  emptyModel,
  faultsOf,
  inDoubt,
  settledAs,
  spoiled,
  unsettled,
  wrote,
} from '../src/model.ts'

const night = '2026-11-21'
const robin = { decision: 'b', stood: 'a', loose: false }
const kim = { decision: 'sitter:kim', stood: 'b', loose: false }

t.test('the last writer counts', async t => {
  let model = accepted(emptyModel, night, 'a')
  model = accepted(model, night, 'sitter:dana')
  t.same(candidatesOf(model, night), ['sitter:dana'])
  t.same(candidatesOf(wrote(model, night, robin), night), ['b'], 'in the calendar, too')
  t.same(candidatesOf(emptyModel, night), ['free'])
})

t.test('a change on a page races with an unread edit', async t => {
  const model = accepted(wrote(emptyModel, night, robin), night, 'a')
  t.same(candidatesOf(model, night), ['a', 'b'])
  t.equal(ambiguous(model), 1)
})

t.test('restoring the previous title may change nothing', async t => {
  const model = wrote(wrote(emptyModel, night, robin), night, kim)
  t.same(candidatesOf(model, night), ['sitter:kim'])
  const back = { decision: 'a', stood: 'sitter:kim', loose: false }
  t.same(candidatesOf(wrote(model, night, back), night), ['a', 'free', 'sitter:kim'])
})

t.test('what was written may never be read once it is spoiled', async t => {
  t.same(candidatesOf(spoiled(wrote(emptyModel, night, robin), night, 'b'), night), ['free', 'b'])
  t.same(candidatesOf(spoiled(accepted(emptyModel, night, 'a'), night, 'a'), night), ['a'])
})

t.test('naming again who stood there before it was spoiled may change nothing', async t => {
  const model = accepted(
    spoiled(accepted(emptyModel, night, 'a'), night, 'a'),
    night,
    'sitter:noor',
  )
  const back = { decision: 'a', stood: 'sitter:x', loose: false }
  t.same(candidatesOf(wrote(model, night, back), night), ['a', 'sitter:noor'])
  t.same(candidatesOf(wrote(model, night, kim), night), ['sitter:kim'])
})

t.test('an edit that is never read leaves what a page had said before it', async t => {
  const model = wrote(accepted(emptyModel, night, 'sitter:dana'), night, robin)
  t.same(candidatesOf(spoiled(model, night, 'b'), night), ['sitter:dana', 'b'])
  t.same(
    candidatesOf(
      unsettled(model, () => []),
      night,
    ),
    ['sitter:dana', 'b'],
  )
})

t.test('a cut-off request may have counted', async t => {
  t.same(candidatesOf(inDoubt(emptyModel, night, 'a'), night), ['free', 'a'])
})

t.test('an old name that was not read in time is somebody else’s', async t => {
  const model = accepted(wrote(emptyModel, night, robin), '2026-11-22', 'a')
  const renamed = unsettled(model, decision => (decision === 'b' ? ['sitter:robin'] : []))
  t.same(candidatesOf(renamed, night), ['free', 'b', 'sitter:robin'])
  t.same(candidatesOf(renamed, '2026-11-22'), ['a'])
})

t.test('reports a night that differs from the decision once', async t => {
  const model = accepted(emptyModel, night, 'a')
  t.same(faultsOf(model, new Map([[night, 'a']])), [])
  t.matchOnly(faultsOf(model, new Map([[night, 'b']])), [/is b, and people decided a/])
  t.matchOnly(faultsOf(model, new Map()), [/is free/], 'also one that is not on record')
  t.matchOnly(
    faultsOf(emptyModel, new Map([[night, 'b']])),
    [/people decided free/],
    'no parent decided that',
  )
  t.same(faultsOf(settledAs(model, new Map([[night, 'b']])), new Map([[night, 'b']])), [])
})

t.test('an edit of a night that is too old counts when the night is tonight again', async t => {
  const edited = wrote(accepted(emptyModel, night, 'b'), night, { ...kim, loose: true })
  const settledOn = (oldest: string) =>
    settledAs(edited, new Map([[night, 'b']]), Temporal.PlainDate.from(oldest))
  t.same(candidatesOf(settledOn('2026-11-22'), night), ['b', 'sitter:kim'])
  t.same(candidatesOf(settledOn('2026-11-21'), night), ['b'], 'it was read, and not taken')
})
