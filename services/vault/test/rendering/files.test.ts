import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { fileSize } from '../../src/rendering/files.ts'

t.test('writes sizes as the language does', async t => {
  for (const [bytes, english, french] of [
    [1, '1 kB', '1 ko'],
    [262_145, '263 kB', '263 ko'],
    [10_000_000, '10.0 MB', '10,0 Mo'],
  ] as const) {
    t.equal(fileSize(bytes, wordingFor('en')), english)
    t.equal(fileSize(bytes, wordingFor('fr')).replaceAll(/[\u00A0\u202F]/g, ' '), french)
  }
})
