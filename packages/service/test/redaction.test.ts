import { checkOdd, oddText } from '@night-routine/odd-input'
import t from 'tap'
import { maskPath, maskText } from '../src/redaction.ts'

t.test('masks a million characters of anything', async t => {
  const parts = ['a.', 'a-', 'a', '%41', '@', 'a@', 'a@b', '://', '://a', 'http://a', 'bearer ']
  const more = ['basic\t', '&token=', '?state', '&a_', 'a token', '"', '\\', 'é', ' ', 'A0_']
  // In linear time: with the square of its length, one of these would take hours.
  for (const part of [...parts, ...more])
    for (const mask of [maskText, maskPath])
      t.ok(mask(part.repeat(1_000_000 / part.length)), `${mask.name} of ${JSON.stringify(part)}`)
})

t.test('masks e-mail addresses in every place', async t => {
  const masked = [
    ['alex.smith@example.com', 'a***@example.com'],
    ['<alex@example.com>,robin@example.com', '<a***@example.com>,r***@example.com'],
    ['..alex@example.com', '..a***@example.com'],
    ["o'neil+tag%40x@mail.example.com", 'o***@mail.example.com'],
    ['a@b@example.com', 'a@b***@example.com'],
    ['no address @ all', 'no address @ all'],
  ] as const
  for (const [text, expected] of masked) t.equal(maskText(text), expected)
})

t.test('no surroundings uncover a secret', async t => {
  const link = 'Pl4nted-Tok_n'.repeat(4).slice(0, 43)
  const secrets = [`/feed/${link}/x`, 'Bearer Pl4nted', '://app:Pl4nted@db', '&code=Pl4nted']
  const seeds = ['alex@example.com', 'http://', '://', '?', '&', '=', '@']
  await checkOdd(t, oddText({ maxLength: 2_000, seeds }), text => {
    for (const secret of [...secrets, 'Pl4nted@example.com'])
      if (/Pl4nted|l4nted@/.test(maskText(`${text} ${secret} ${text}`))) throw new Error(secret)
  })
})
