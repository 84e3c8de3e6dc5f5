import { caregivers, type CaregiverCounts } from '@night-routine/fairness'
import { escapeXml } from '@night-routine/service'
import { countMonths } from './notes.ts'
import { firstLetters } from '@night-routine/wording'
import type { SiteFacts } from './site-facts.ts'

// Contrast of 4.5:1 with the numbers on them, and distinguishable with any colour vision.
const colours = { a: '#3546c4', b: '#9a3f08', babysitter: '#3d5751' }
/** For readers whose system is dark; the attributes are what a reader without style sheets sees. */
const dark =
  '@media (prefers-color-scheme: dark){.paper{fill:#17181b}.ink{fill:#e6e3dd}.on{fill:#17181b}' +
  '.a{fill:#b3bdff}.b{fill:#ffbf97}.babysitter{fill:#b2cbc2}}'

// The width of a phone, where the text then has its intended size.
const width = 400
const margin = 16
const legendRow = 24
const legendHeight = margin + caregivers.length * legendRow + 8
const rowHeight = 50
const mostNights = 31

/** Nights per month as stacked bars, one part per caregiver. */
export function chart(facts: SiteFacts): string {
  const { names, wording } = facts
  const { months } = countMonths(facts)
  const labels = { ...names, babysitter: wording.say('statistics.babysitters') }
  const height = legendHeight + months.length * rowHeight + 12
  const title = wording.say('site.chart', { first: names.a, second: names.b })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="14">`,
    `<title>${inXml(title)}</title>`,
    `<style>${dark}</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="6" fill="#fff"/>`,
    ...caregivers.map((caregiver, index) => legend(labels[caregiver], caregiver, index)),
    ...months.flatMap(({ month, counts }, row) =>
      bars(wording.capital(wording.month(month)), counts, legendHeight + row * rowHeight),
    ),
    '</svg>',
    '',
  ].join('\n')
}

function legend(label: string, caregiver: keyof typeof colours, index: number): string {
  const top = margin + index * legendRow
  return (
    `<rect class="${caregiver}" x="${margin}" y="${top}" width="14" height="14" rx="2" fill="${colours[caregiver]}"/>` +
    `<text class="ink" x="${margin + 22}" y="${top + 12}" fill="#222">${inXml(shortened(label))}</text>`
  )
}

function bars(label: string, counts: CaregiverCounts, top: number): string[] {
  const scale = (width - 2 * margin) / mostNights
  let left = margin
  const parts = [
    `<text class="ink" x="${margin}" y="${top + 12}" fill="#222">${inXml(label)}</text>`,
  ]
  for (const caregiver of caregivers) {
    const count = counts[caregiver]
    if (count === 0) continue
    const length = Math.round(count * scale * 10) / 10
    parts.push(
      `<rect class="${caregiver}" x="${left}" y="${top + 18}" width="${length}" height="22" fill="${colours[caregiver]}"/>`,
      `<text class="on" x="${Math.round((left + length / 2) * 10) / 10}" y="${top + 34}" fill="#fff" text-anchor="middle">${count}</text>`,
    )
    left = Math.round((left + length) * 10) / 10
  }
  return parts
}

const longestLabel = 22

function shortened(text: string): string {
  if (firstLetters(text, longestLabel) === text) return text
  return `${firstLetters(text, longestLabel - 1)}…`
}

// XML cannot represent most control characters, nor lone surrogates.
function inXml(text: string): string {
  return escapeXml(text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' '))
}
