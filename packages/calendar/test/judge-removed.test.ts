import t from 'tap'
import {
  assign,
  edited,
  known,
  night,
  ours,
  removed,
  restore,
  same,
  timed,
  verdict,
  written,
} from './judging.ts'

const at = (days: number) => ({ oldestChangeable: night.add({ days }) })

t.test('restores a removed event, unless we removed it', async t => {
  for (const state of ['present', 'adopted', 'rejected', 'deleted'] as const)
    t.same(verdict(removed, { known: known({ state }) }), { kind: 'recreate' }, state)
  t.same(verdict(removed, { known: known({ state: 'removing' }) }), { kind: 'echo' })
  t.same(verdict(removed, { known: known({ state: 'removed', etag: null }) }), { kind: 'echo' })
  t.same(
    verdict({ ...removed, summary: written().summary }),
    { kind: 'recreate' },
    'some calendars still return its title',
  )
})

t.test('judges an event that we removed and a person restored', async t => {
  const gone = known({ state: 'removed', etag: null, pushedMeaning: null })
  t.same(verdict(edited({}), { known: gone }), ours, 'unchanged')
  t.same(verdict(edited({ summary: '[Robin]' }), { known: gone }), assign('b'), 'with another name')
})

t.test('a night before the past limit keeps its caregiver', async t => {
  t.same(verdict(edited({ summary: '[Robin]' }), at(0)), assign('b'), 'the oldest changeable night')
  t.same(verdict(edited({ summary: '[Robin]' }), at(1)), restore('too-old'))
  t.same(verdict(edited({ summary: '[Kim]' }), at(100)), restore('too-old'))
  t.same(verdict(edited({ summary: 'tidied up' }), at(1)), restore('too-old'))
  t.same(verdict(edited({ summary: '[Robin]', ...timed }), at(1)), restore('timed'))
  t.same(verdict(edited(timed), at(1)), restore('timed'))
  t.same(
    verdict(edited({ summary: '[alex]' }), at(1)),
    same,
    'a different spelling changes nothing',
  )
  t.same(verdict(edited({}), at(1)), ours)
  t.same(verdict(removed, at(1)), { kind: 'recreate' })
})

t.test('judges a copy under our own id by its content', async t => {
  const foreign = { app: 'another app', hash: 'of another' }
  t.same(verdict(edited({ summary: '[Robin]', properties: foreign })), assign('b'))
  t.same(verdict(edited({ properties: { ...foreign, hash: '' } })), ours)
})
