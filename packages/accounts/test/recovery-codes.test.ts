import { hash } from 'node:crypto'
import t from 'tap'
import { newRecoveryCodes, recoveryCodeHash } from '../src/recovery-codes.ts'

t.test('ten codes in two groups of four, all different', async t => {
  const codes = newRecoveryCodes()
  t.equal(new Set(codes).size, 10)
  for (const code of codes) t.match(code, /^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/)
  t.equal(new Set(codes.map(recoveryCodeHash)).size, 10)
})

t.test('a code is accepted as people write it', async t => {
  const stored = hash('sha256', 'k7fq2m91')
  for (const code of [
    'k7fq-2m91',
    'K7FQ-2M91',
    'k7fq2m91',
    ' k7fq 2m91\n',
    'k7fq\u20132m91',
    'k7-fq-2m-91',
    'k7fq-2m9l',
    'k7fq-2m9I',
  ])
    t.equal(recoveryCodeHash(code), stored, code)
  t.equal(recoveryCodeHash('oO00-0000'), hash('sha256', '00000000'))
})

t.test('knows what cannot be a code', async t => {
  for (const code of [
    '',
    '123456',
    'k7fq-2m9',
    'k7fq-2m911',
    'k7fq-2m9u',
    'k7fq_2m91',
    'é7fq-2m91',
  ])
    t.equal(recoveryCodeHash(code), undefined, code)
})
