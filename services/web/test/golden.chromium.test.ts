import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import t from 'tap'
import { whyNotCompared } from '../../../scripts/made-with.js'
import { goldenFolder, takePictures } from './golden.ts'

/** The share of pixels that may differ. */
const tolerance = 0.001
const differences = join(import.meta.dirname, '..', '..', '..', '.tap', 'golden')

/** The share of differing pixels, and a picture of them. */
function compare(actual: PNG, golden: PNG): { share: number; diff: PNG } {
  const { width, height } = golden
  const diff = new PNG({ width, height })
  // Five of 256 grey levels are tolerated; the edge of a letter is not.
  const options = { threshold: 0.02, includeAA: true }
  const count = pixelmatch(actual.data, golden.data, diff.data, width, height, options)
  return { share: count / (width * height), diff }
}

t.test('screens match their golden pictures', async t => {
  const seen: string[] = []
  for await (const { name, png } of takePictures(t)) {
    seen.push(name)
    const golden = PNG.sync.read(readFileSync(join(goldenFolder, `${name}.png`)))
    const { share, diff } = compare(PNG.sync.read(png), golden)
    const percent = (share * 100).toFixed(3)
    if (share <= tolerance) {
      t.pass(`${name}: ${percent} % of the pixels differ`)
      continue
    }
    t.fail(`${name}: ${percent} % of the pixels differ; see .tap/golden/${name}.diff.png`)
    mkdirSync(differences, { recursive: true })
    writeFileSync(join(differences, `${name}.actual.png`), png)
    writeFileSync(join(differences, `${name}.diff.png`), PNG.sync.write(diff))
  }
  const files = globSync(join(goldenFolder, '*.png'))
  t.same(files.map(file => basename(file, '.png')).toSorted(), seen.toSorted(), 'none is left over')
})

/** A white picture in which so many of 10,000 pixels have this grey. */
function withDots(count: number, grey: number): PNG {
  const picture = new PNG({ width: 100, height: 100 })
  picture.data.fill(255)
  for (let dot = 0; dot < count; dot += 1) picture.data.fill(grey, dot * 4, dot * 4 + 3)
  return picture
}

t.test('detects visible differences', async t => {
  const white = withDots(0, 0)
  t.equal(compare(withDots(10, 0), white).share, tolerance)
  t.ok(compare(withDots(11, 240), white).share > tolerance, 'a light grey is not white')
  t.equal(compare(withDots(10_000, 252), white).share, 0, 'an invisible difference')
  t.throws(() => compare(new PNG({ width: 99, height: 100 }), white), /sizes/)
})

t.test('skips pictures of another browser or font, with a printed reason', async t => {
  const made = { browser: 'Chromium 1', font: 'DejaVu Sans' }
  t.equal(whyNotCompared(made, { ...made }), undefined)
  t.equal(
    whyNotCompared(made, { ...made, browser: 'Chromium 2' }),
    'made with Chromium 1 and DejaVu Sans; here are Chromium 2 and DejaVu Sans; npm run pictures -- --golden makes them again',
  )
  t.match(whyNotCompared(made, { ...made, font: '' }), 'here are Chromium 1 and an unknown font')
})
