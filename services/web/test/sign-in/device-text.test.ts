import t from 'tap'
import { deviceText } from '../../src/sign-in/device-text.ts'

t.test('a browser and its system in a word each', async t => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  for (const [header, expected] of [
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
      'Chrome, Android',
    ],
    ['curl/8.0', null],
    ['', null],
    [undefined, null],
    ['x'.repeat(10_000), null],
  ] as const)
    t.equal(deviceText(header), expected)
})
