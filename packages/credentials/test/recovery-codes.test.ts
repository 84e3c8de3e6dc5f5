import { hash } from 'node:crypto'
import t from 'tap'
import { newRecoveryCodes, recoveryCodeHash } from '../src/recovery-codes.ts'

t.test('ten codes in four groups of four, all different', async t => {
  const codes = newRecoveryCodes()
  t.equal(new Set(codes).size, 10)
  for (const code of codes) t.match(code, /^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){3}$/)
  t.equal(new Set(codes.map(recoveryCodeHash)).size, 10)
})

t.test('a code is accepted as people write it', async t => {
  const stored = hash('sha256', 'k7fq2m91h3vd8w50')
  for (const code of [
    'k7fq-2m91-h3vd-8w50',
    'K7FQ-2M91-H3VD-8W50',
    'k7fq2m91h3vd8w50',
    ' k7fq 2m91 h3vd 8w50\n',
    'k7fq\u20132m91\u2013h3vd\u20138w50',
    'k7-fq-2m-91-h3-vd-8w-50',
    'k7fq-2m9l-h3vd-8w5o',
    'k7fq-2m9I-h3vd-8w5O',
  ])
    t.equal(recoveryCodeHash(code), stored, code)
})

t.test('a code of half the length, from before 1.1.0, is still accepted', async t => {
  t.equal(recoveryCodeHash('K7FQ-2m9l'), hash('sha256', 'k7fq2m91'))
})

t.test('knows what cannot be a code', async t => {
  for (const code of [
    '',
    '123456',
    'k7fq-2m9',
    'k7fq-2m911',
    'k7fq-2m91-h3vd',
    'k7fq-2m91-h3vd-8w5',
    'k7fq-2m91-h3vd-8w500',
    'k7fq-2m91-h3vd-8w5u',
    'k7fq_2m91_h3vd_8w50',
    'é7fq-2m91-h3vd-8w50',
  ])
    t.equal(recoveryCodeHash(code), undefined, code)
})
