// The browser and the font that a screenshot was made with. Both change its pixels.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pnpm.js'

/**
 * @typedef {object} Makers
 * @property {string} browser name and major version; minor versions do not change pixels
 * @property {string} font its family
 */

const file = join(root, 'services/web/test/golden/made-with.json')

const said = (program, ...args) =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout?.trim() ?? ''
const named = ({ browser, font }) =>
  `${browser || 'an unknown browser'} and ${font || 'an unknown font'}`

/**
 * The browser and font of this machine.
 * @param {string} chromium the program
 * @returns {Makers}
 */
function makers(chromium) {
  return {
    browser: /^\D+\d+/.exec(said(chromium, '--version'))?.[0] ?? '',
    // site.css asks for system-ui.
    font: said('fc-match', '--format=%{family[0]}', 'system-ui'),
  }
}

/**
 * Why screenshots cannot be compared; undefined if they can.
 * @param {Makers} made
 * @param {Makers} here
 */
export function whyNotCompared(made, here) {
  if (here.browser === made.browser && here.font === made.font) return undefined
  return `made with ${named(made)}; here are ${named(here)}; npm run pictures -- --golden makes them again`
}

/**
 * The same for the golden screenshots and this machine.
 * @param {string} chromium the program
 */
export function whyGoldenNotCompared(chromium) {
  return whyNotCompared(JSON.parse(readFileSync(file, 'utf8')), makers(chromium))
}

/**
 * Stores browser and font beside the golden screenshots.
 * @param {string} chromium the program
 */
export function writeMadeWith(chromium) {
  writeFileSync(file, `${JSON.stringify(makers(chromium), null, 2)}\n`)
}
