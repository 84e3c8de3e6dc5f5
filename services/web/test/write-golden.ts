// npm run pictures -- --golden: retakes the golden pictures. Review each before committing.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import t from 'tap'
import { goldenFolder, takePictures } from './golden.ts'

/** The same pixels: Chromium takes less time to pack them than it could. */
const smaller = (png: Buffer) =>
  PNG.sync.write(PNG.sync.read(png), {
    colorType: 2,
    filterType: 0,
    deflateLevel: 9,
    deflateStrategy: 0,
  })

t.test('pictures are taken', async t => {
  mkdirSync(goldenFolder, { recursive: true })
  for (const old of globSync(join(goldenFolder, '*.png'))) rmSync(old)
  let bytes = 0
  for await (const { name, png } of takePictures(t)) {
    const packed = smaller(png)
    writeFileSync(join(goldenFolder, `${name}.png`), packed)
    bytes += packed.length
    t.pass(`services/web/test/golden/${name}.png`)
  }
  t.ok(bytes < 720_000, `every clone carries them, so they stay small: ${bytes} bytes`)
})
