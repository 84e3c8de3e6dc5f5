import t from 'tap'
import { qrCode } from '../../src/plugins/qr-code.ts'

t.test('is a square with a quiet zone and three corners to find it by', async t => {
  const { size, path } = qrCode(`https://routine.example.com/share/${'a'.repeat(43)}`)
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))
  t.equal((size - 8 - 17) % 4, 0, 'the size of a version of the standard')
  const last = size - 5
  for (const [x, y] of [
    [4, 4],
    [last - 6, 4],
    [4, last - 6],
  ] as const)
    t.ok(dark.has(`${x} ${y}`) && dark.has(`${x + 6} ${y + 6}`) && dark.has(`${x + 3} ${y + 3}`))
  const inQuietZone = [...dark].filter(place =>
    place.split(' ').some(at => Number(at) < 4 || Number(at) > last),
  )
  t.same(inQuietZone, [])
  t.not(path, qrCode('https://routine.example.com/share/b').path)
})
