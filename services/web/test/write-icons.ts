// Makes the PNG icons from public/icon.svg, with Chromium; run it after the drawing has changed.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const folder = fileURLToPath(new URL('../public/', import.meta.url))
const svg = await readFile(`${folder}icon.svg`)
const drawing = `data:image/svg+xml;base64,${svg.toString('base64')}`

/** `ground`: systems that cut the icon themselves want no corner without colour; 80 % of it stay in sight. */
const icons = [
  { file: 'icon-192.png', size: 192, share: 1 },
  { file: 'icon-512.png', size: 512, share: 1 },
  { file: 'icon-maskable-512.png', size: 512, share: 0.8, ground: '#1b2a4a' },
  { file: 'apple-touch-icon.png', size: 180, share: 0.9, ground: '#1b2a4a' },
]

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const { file, size, share, ground = 'transparent' } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<body style="margin:0;height:${size}px;display:grid;place-items:center;background:${ground}">
      <img src="${drawing}" width="${size * share}" height="${size * share}">`,
  )
  await page.screenshot({ path: folder + file, omitBackground: true })
  await page.close()
}
await browser.close()
