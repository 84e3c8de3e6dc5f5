import t from 'tap'
import { filesIn, robin, startSite } from '../../running-vault.ts'
import { badForAll, checkRefusals } from '../bad-input.ts'

t.test('refuses bad input', async t => {
  const vault = await startSite(t)
  const { token, id, folder } = vault
  const robins = await vault.signIn(robin)
  const other = await vault.makeSite(robins)
  await vault.upload(token, id, 'kept.md', 'kept')
  await vault.upload(robins, other, 'theirs.md', 'theirs')
  const before = filesIn(folder)

  const ofSites = (body: object): [string, unknown, string][] => [
    ['no site', { ...body, id: undefined }, 'INVALID_REQUEST'],
    ['a site of a number', { ...body, id: 1 }, 'INVALID_REQUEST'],
    ['a list of sites', { ...body, id: [id] }, 'INVALID_REQUEST'],
    ['an empty site', { ...body, id: '' }, 'NOT_FOUND'],
    ['an unknown site', { ...body, id: 'f'.repeat(32) }, 'NOT_FOUND'],
    ['a site with NUL', { ...body, id: '\0' }, 'NOT_FOUND'],
    ['another account’s site', { ...body, id: other }, 'NOT_FOUND'],
    ['another account', { ...body, token: robins }, 'NOT_FOUND'],
  ]
  const list = { token, id, version: 2 }
  await checkRefusals(t, vault, {
    path: '/api/list',
    main: false,
    cases: [
      ...badForAll(list),
      ...ofSites(list),
      ['a version as text', { ...list, version: '2' }, 'INVALID_REQUEST'],
      ['half a version', { ...list, version: 1.5 }, 'INVALID_REQUEST'],
      ['no version', { token, id }, undefined],
      ['another version', { ...list, version: 99 }, undefined],
    ],
  })

  const remove = { token, id, path: 'kept.md' }
  const refused = (path: string): [string, unknown, string] => [
    `the path ${JSON.stringify(path).slice(0, 30)}`,
    { ...remove, path },
    'INVALID_REQUEST',
  ]
  await checkRefusals(t, vault, {
    path: '/api/remove',
    main: false,
    cases: [
      ...badForAll(remove),
      ...ofSites(remove),
      ['no path', { ...remove, path: undefined }, 'INVALID_REQUEST'],
      ['a path of a number', { ...remove, path: 1 }, 'INVALID_REQUEST'],
      ['a list of paths', { ...remove, path: ['kept.md'] }, 'INVALID_REQUEST'],
      ...[
        '',
        '..',
        '../kept.md',
        '/kept.md',
        'a/../kept.md',
        'kept.md/',
        'a//b',
        'a\\b',
        'kept.md\0',
        '\ud800',
        'x'.repeat(4_096),
        'x'.repeat(5_000),
      ].map(refused),
      ['a file that is not there', { ...remove, path: 'nothing.md' }, 'NOT_FOUND'],
      ['another account’s file', { ...remove, path: 'theirs.md' }, 'NOT_FOUND'],
      // The path is plain here: what looks encoded is a name like any other.
      ['an encoded path', { ...remove, path: 'kept%2Emd' }, 'NOT_FOUND'],
      ['a folder', { ...remove, path: 'kept' }, 'NOT_FOUND'],
    ],
  })
  t.match(await vault.list(token, id), [{ path: 'kept.md' }], 'it is still there')
  t.match(await vault.list(robins, other), [{ path: 'theirs.md' }])
  t.same(filesIn(folder), before)
  t.match(await vault.post('/api/remove', remove), { status: 200, body: { path: 'kept.md' } })
})

t.test('of two simultaneous removals, one finds the file', async t => {
  const { upload, post, list, folder, token, id } = await startSite(t)
  await upload(token, id, 'a.md', 'a')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post('/api/remove', { token, id, path: 'a.md' })),
  )
  const codes = answers.map(({ status }) => status).toSorted((one, other) => one - other)
  t.same(codes, [200, 404, 404, 404, 404, 404])
  t.same(await list(token, id), [])
  t.same(filesIn(folder), [])
})
